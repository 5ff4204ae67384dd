//! What joints are, from what people call them.
//!
//! A name is cut into words (`mixamorig:LeftUpLeg` is left, up, leg), the side and the part are looked up, and the tree
//! decides what words leave open: in `leg_joint_L_1`, `_2`, `_3` the first leg joint is the thigh.

use super::rig::Rig;
use crate::{Role, Roles};

/// What a name says a joint is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BodyPart {
    Hips,
    Back,
    Neck,
    Head,
    Collar,
    Shoulder,
    UpperArm,
    Arm,
    Forearm,
    Wrist,
    Hand,
    Hip,
    Thigh,
    Leg,
    Shank,
    Ankle,
    Foot,
    Toes,
}

/// Words of parts; the first that a joined name contains counts, so longer words stand before those inside them.
const PARTS: [(&str, BodyPart); 44] = [
    ("upperleg", BodyPart::Thigh),
    ("upleg", BodyPart::Thigh),
    ("thigh", BodyPart::Thigh),
    ("femur", BodyPart::Thigh),
    ("lowerleg", BodyPart::Shank),
    ("lowleg", BodyPart::Shank),
    ("shin", BodyPart::Shank),
    ("calf", BodyPart::Shank),
    ("knee", BodyPart::Shank),
    ("tibia", BodyPart::Shank),
    ("shank", BodyPart::Shank),
    ("leg", BodyPart::Leg),
    ("ankle", BodyPart::Ankle),
    ("toe", BodyPart::Toes),
    ("ball", BodyPart::Toes),
    ("foot", BodyPart::Foot),
    ("clavicle", BodyPart::Collar),
    ("collar", BodyPart::Collar),
    ("upperarm", BodyPart::UpperArm),
    ("uparm", BodyPart::UpperArm),
    ("humerus", BodyPart::UpperArm),
    ("forearm", BodyPart::Forearm),
    ("lowerarm", BodyPart::Forearm),
    ("lowarm", BodyPart::Forearm),
    ("elbow", BodyPart::Forearm),
    ("radius", BodyPart::Forearm),
    ("shoulder", BodyPart::Shoulder),
    ("arm", BodyPart::Arm),
    ("wrist", BodyPart::Wrist),
    ("hand", BodyPart::Hand),
    ("pelvis", BodyPart::Hips),
    ("hips", BodyPart::Hips),
    ("hip", BodyPart::Hip),
    ("lowerback", BodyPart::Back),
    ("upperback", BodyPart::Back),
    ("spine", BodyPart::Back),
    ("chest", BodyPart::Back),
    ("thorax", BodyPart::Back),
    ("torso", BodyPart::Back),
    ("abdomen", BodyPart::Back),
    ("waist", BodyPart::Back),
    ("back", BodyPart::Back),
    ("neck", BodyPart::Neck),
    ("head", BodyPart::Head),
];

/// Words of joints that steer or end others and move no bone of their own.
const HELPERS: [&str; 28] = [
    "ik", "fk", "pole", "twist", "roll", "target", "ctrl", "control", "mch", "org", "helper", "end", "nub", "site",
    "tweak", "slot", "thumb", "index", "middle", "ring", "pinky", "little", "finger", "fingers", "eye", "jaw", "top",
    "weapon",
];

/// One joint's name, understood.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Named {
    part: Option<BodyPart>,
    /// -1 left, 1 right, 0 neither.
    side: i8,
    helper: bool,
}

/// `mixamorig:LeftUpLeg01` becomes left, up, leg, 01.
fn words(name: &str) -> Vec<String> {
    let name = name.rsplit([':', '|']).next().unwrap_or(name);
    let chars: Vec<char> = name.chars().collect();
    let mut out = vec![String::new()];
    for (i, &c) in chars.iter().enumerate() {
        let before = if i > 0 { chars[i - 1] } else { ' ' };
        let next = chars.get(i + 1).copied().unwrap_or(' ');
        let begins = (c.is_uppercase() && (before.is_lowercase() || (before.is_uppercase() && next.is_lowercase())))
            || (c.is_ascii_digit() != before.is_ascii_digit());
        if begins || !c.is_alphanumeric() {
            out.push(String::new());
        }
        if c.is_alphanumeric() {
            let last = out.len() - 1;
            out[last].extend(c.to_lowercase());
        }
    }
    out.retain(|w| !w.is_empty());
    out
}

fn understand(name: &str) -> Named {
    let mut words = words(name);
    let mut side = 0;
    for word in &mut words {
        match word.as_str() {
            "l" | "left" | "lft" => (side, *word) = (-1, String::new()),
            "r" | "right" | "rgt" => (side, *word) = (1, String::new()),
            _ => {}
        }
    }
    let helper = words.iter().any(|w| HELPERS.contains(&w.as_str()));
    let joined: String = words.iter().filter(|w| !w.chars().all(|c| c.is_ascii_digit())).map(String::as_str).collect();
    let find = |text: &str| PARTS.iter().find(|(word, _)| text.contains(word)).map(|&(_, part)| part);
    // `lfemur` and `leftfoot` are sides and parts in one word.
    if side == 0 {
        for (prefix, which) in [("left", -1), ("right", 1), ("l", -1), ("r", 1)] {
            let rest = joined.strip_prefix(prefix);
            if rest.is_some_and(|rest| PARTS.iter().any(|(word, _)| rest.starts_with(word))) {
                side = which;
                break;
            }
        }
    }
    Named { part: find(&joined), side, helper }
}

/// The roles that follow from names and the tree.
pub(super) fn guess(rig: &Rig) -> Roles {
    let named: Vec<Named> = rig
        .nodes
        .iter()
        .map(|n| if n.joint { understand(&n.name) } else { Named { helper: true, ..Named::default() } })
        .collect();
    let mut roles = Roles::default();
    for side in [-1, 1] {
        leg(rig, &named, side, &mut roles);
        arm(rig, &named, side, &mut roles);
    }
    middle(rig, &named, &mut roles);
    roles
}

/// The joint nearest the root of a part on a side, below `under`.
fn first(rig: &Rig, named: &[Named], side: i8, parts: &[BodyPart], under: Option<usize>) -> Option<usize> {
    let fits = |i: usize| {
        let n = named[i];
        !n.helper
            && n.side == side
            && n.part.is_some_and(|p| parts.contains(&p))
            && under.is_none_or(|u| u != i && rig.above(u, i))
    };
    (0..named.len()).filter(|&i| fits(i)).min_by_key(|&i| (rig.depth(i), i))
}

fn pick(side: i8, left: Role) -> Role {
    if side < 0 { left } else { left.mirrored() }
}

fn leg(rig: &Rig, named: &[Named], side: i8, roles: &mut Roles) {
    let find = |parts: &[BodyPart], under| first(rig, named, side, parts, under);
    let thigh = find(&[BodyPart::Thigh], None);
    // Without a thigh by name, `hip`, `knee`, `ankle`, or leg joints in a row.
    let thigh = thigh.or_else(|| {
        find(&[BodyPart::Hip], None).filter(|&h| find(&[BodyPart::Shank, BodyPart::Leg], Some(h)).is_some())
    });
    let thigh = thigh.or_else(|| {
        find(&[BodyPart::Leg], None).filter(|&l| find(&[BodyPart::Shank, BodyPart::Leg], Some(l)).is_some())
    });
    let shank = find(&[BodyPart::Shank], thigh).or_else(|| find(&[BodyPart::Leg], thigh));
    let ankle = find(&[BodyPart::Ankle], shank);
    let foot = ankle
        .or_else(|| find(&[BodyPart::Foot], shank))
        .or_else(|| shank.and_then(|s| find(&[BodyPart::Leg], Some(s))));
    let below = |parts: &[BodyPart]| foot.and_then(|f| find(parts, Some(f)));
    let toes = below(&[BodyPart::Toes])
        .or_else(|| ankle.and_then(|a| find(&[BodyPart::Foot], Some(a))))
        .or_else(|| below(&[BodyPart::Leg]));
    roles.set(pick(side, Role::LeftThigh), thigh);
    roles.set(pick(side, Role::LeftShank), shank);
    roles.set(pick(side, Role::LeftFoot), foot);
    roles.set(pick(side, Role::LeftToes), toes);
}

fn arm(rig: &Rig, named: &[Named], side: i8, roles: &mut Roles) {
    let find = |parts: &[BodyPart], under| first(rig, named, side, parts, under);
    let forearm = find(&[BodyPart::Forearm], None);
    // Arm joints in a row, the first of four a collar bone.
    let row: Vec<usize> = (0..named.len())
        .filter(|&i| named[i].part == Some(BodyPart::Arm) && named[i].side == side && !named[i].helper)
        .collect();
    let (mut collar, mut lower, mut hand) = (find(&[BodyPart::Collar], None), forearm, None);
    let mut upper;
    if forearm.is_none() && row.len() >= 2 {
        let skip = usize::from(row.len() >= 4);
        collar = collar.or((skip == 1).then(|| row[0]));
        (upper, lower, hand) = (Some(row[skip]), row.get(skip + 1).copied(), row.get(skip + 2).copied());
    } else {
        upper = find(&[BodyPart::UpperArm], None).or_else(|| find(&[BodyPart::Arm], None));
        let shoulder = find(&[BodyPart::Shoulder], None);
        // `Shoulder`, `Elbow`: the shoulder is where the arm turns.
        if upper.is_none() && forearm.is_some() {
            upper = shoulder;
        } else {
            collar = collar.or(shoulder.filter(|&s| upper.is_none_or(|u| u != s && rig.above(s, u))));
        }
    }
    hand = hand.or_else(|| find(&[BodyPart::Hand], lower)).or_else(|| find(&[BodyPart::Wrist], lower));
    roles.set(pick(side, Role::LeftShoulder), collar);
    roles.set(pick(side, Role::LeftArm), upper);
    roles.set(pick(side, Role::LeftForearm), lower);
    roles.set(pick(side, Role::LeftHand), hand);
}

/// Hips, back, neck and head.
fn middle(rig: &Rig, named: &[Named], roles: &mut Roles) {
    let neck = first(rig, named, 0, &[BodyPart::Neck], None);
    let head = first(rig, named, 0, &[BodyPart::Head], neck).or_else(|| first(rig, named, 0, &[BodyPart::Head], None));
    // `neck_joint_2` above `neck_joint_1` is the head of those who name none.
    let head = head.or_else(|| neck.and_then(|n| first(rig, named, 0, &[BodyPart::Neck], Some(n))));
    let thighs: Vec<usize> =
        [Role::LeftThigh, Role::RightThigh].into_iter().filter_map(|role| roles.get(role)).collect();
    let upper = [head, neck, roles.get(Role::LeftArm), roles.get(Role::RightArm)];
    let all: Vec<usize> = thighs.iter().copied().chain(upper.into_iter().flatten()).collect();
    let common = if thighs.len() == 2 { rig.common(&all) } else { None };
    let by_name =
        first(rig, named, 0, &[BodyPart::Hips], None).or_else(|| first(rig, named, 0, &[BodyPart::Hip], None));
    // The hips carry legs and back; a joint of that name beside them (some carry only the legs) does not count.
    let hips = match (by_name, common) {
        (Some(h), Some(c)) if rig.above(h, c) => Some(h),
        (_, Some(c)) => Some(c),
        (h, None) => h,
    };
    roles.set(Role::Hips, hips);
    roles.set(Role::Neck, neck);
    roles.set(Role::Head, head);
    let Some(hips) = hips else { return };
    let top = neck.or(head).or(roles.get(Role::LeftShoulder)).or(roles.get(Role::LeftArm));
    let Some(top) = top else { return };
    // Everything between hips and neck is the back, whatever it is called.
    let mut back = Vec::new();
    let mut at = rig.nodes[top].parent;
    while let Some(i) = at.filter(|&i| i != hips) {
        if !named[i].helper {
            back.push(i);
        }
        at = rig.nodes[i].parent;
    }
    back.reverse();
    match back[..] {
        [] => {}
        [only] => roles.set(Role::Spine, Some(only)),
        [low, high] => {
            roles.set(Role::Spine, Some(low));
            roles.set(Role::Chest, Some(high));
        }
        [low, .., high] => {
            roles.set(Role::Spine, Some(low));
            roles.set(Role::Chest, Some(back[back.len() / 2]));
            roles.set(Role::UpperChest, Some(high));
        }
    }
}

#[cfg(test)]
mod tests;
