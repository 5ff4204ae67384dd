//! Which joint is what: the names by which every skeleton is understood.

/// What a joint is for. The discriminant is its place in [`Roles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    /// Hips, the root of everything.
    Hips,
    /// Lowest joint of the back.
    Spine,
    /// Middle of the back.
    Chest,
    /// Upper back, between the shoulders.
    UpperChest,
    /// Neck.
    Neck,
    /// Head.
    Head,
    /// Left collar bone.
    LeftShoulder,
    /// Left upper arm.
    LeftArm,
    /// Left forearm.
    LeftForearm,
    /// Left hand.
    LeftHand,
    /// Right collar bone.
    RightShoulder,
    /// Right upper arm.
    RightArm,
    /// Right forearm.
    RightForearm,
    /// Right hand.
    RightHand,
    /// Left thigh, from the hip joint.
    LeftThigh,
    /// Left shank, from the knee.
    LeftShank,
    /// Left foot, from the ankle.
    LeftFoot,
    /// Left toes, from the ball of the foot.
    LeftToes,
    /// Right thigh.
    RightThigh,
    /// Right shank.
    RightShank,
    /// Right foot.
    RightFoot,
    /// Right toes.
    RightToes,
}

impl Role {
    /// All roles, parents before children.
    pub const ALL: [Role; 22] = [
        Role::Hips,
        Role::Spine,
        Role::Chest,
        Role::UpperChest,
        Role::Neck,
        Role::Head,
        Role::LeftShoulder,
        Role::LeftArm,
        Role::LeftForearm,
        Role::LeftHand,
        Role::RightShoulder,
        Role::RightArm,
        Role::RightForearm,
        Role::RightHand,
        Role::LeftThigh,
        Role::LeftShank,
        Role::LeftFoot,
        Role::LeftToes,
        Role::RightThigh,
        Role::RightShank,
        Role::RightFoot,
        Role::RightToes,
    ];

    /// What a skeleton must have to walk: hips, both legs down to the feet.
    pub const NEEDED: [Role; 7] = [
        Role::Hips,
        Role::LeftThigh,
        Role::LeftShank,
        Role::LeftFoot,
        Role::RightThigh,
        Role::RightShank,
        Role::RightFoot,
    ];

    /// The name in files and on the command line.
    ///
    /// ```
    /// use ambulo_motion::Role;
    /// assert_eq!(Role::from_name(Role::LeftThigh.name()), Some(Role::LeftThigh));
    /// assert_eq!(Role::from_name("left-thigh"), Some(Role::LeftThigh));
    /// ```
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 22] = [
            "hips",
            "spine",
            "chest",
            "upper-chest",
            "neck",
            "head",
            "left-shoulder",
            "left-arm",
            "left-forearm",
            "left-hand",
            "right-shoulder",
            "right-arm",
            "right-forearm",
            "right-hand",
            "left-thigh",
            "left-shank",
            "left-foot",
            "left-toes",
            "right-thigh",
            "right-shank",
            "right-foot",
            "right-toes",
        ];
        NAMES[self as usize]
    }

    /// The role of that [`name`](Role::name).
    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }

    /// The same part on the other side; itself in the middle of the body.
    pub fn mirrored(self) -> Role {
        let i = self as usize;
        match i {
            6..=9 => Role::ALL[i + 4],
            10..=13 => Role::ALL[i - 4],
            14..=17 => Role::ALL[i + 4],
            18..=21 => Role::ALL[i - 4],
            _ => self,
        }
    }
}

/// Which joint plays which role; `None` where the skeleton has no such joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    joints: [Option<u16>; Role::ALL.len()],
}

impl Roles {
    /// The joint in a role.
    pub fn get(&self, role: Role) -> Option<usize> {
        self.joints[role as usize].map(usize::from)
    }

    /// Gives a role to a joint, or to none.
    pub fn set(&mut self, role: Role, joint: Option<usize>) {
        self.joints[role as usize] = joint.map(|j| j as u16);
    }

    /// The role a joint plays.
    pub fn of(&self, joint: usize) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.get(role) == Some(joint))
    }

    /// Roles in [`Role::NEEDED`] nobody plays.
    pub fn missing(&self) -> Vec<Role> {
        Role::NEEDED.into_iter().filter(|&role| self.get(role).is_none()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirroring_twice_is_nothing_and_swaps_names() {
        for role in Role::ALL {
            assert_eq!(role.mirrored().mirrored(), role);
            let name = role.name();
            let other = if name.starts_with("left") {
                name.replacen("left", "right", 1)
            } else {
                name.replacen("right", "left", 1)
            };
            assert_eq!(role.mirrored().name(), other);
        }
    }
}
