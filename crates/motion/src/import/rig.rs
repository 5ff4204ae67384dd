//! What BVH and glTF have in common: named nodes in a tree, each with a placing that may change from frame to frame.

use glam::{Mat3, Quat, Vec3};

/// How a node is placed in its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Local {
    pub translation: Vec3,
    pub rotation: Quat,
    pub scale: Vec3,
}

impl Local {
    pub const NONE: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };
}

/// How a node is placed in the file's space. The rotation is kept apart from the linear part: scales that differ by axis
/// would shear it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub at: Vec3,
    pub rotation: Quat,
    pub linear: Mat3,
}

impl Placed {
    pub const ORIGIN: Self = Self { at: Vec3::ZERO, rotation: Quat::IDENTITY, linear: Mat3::IDENTITY };

    pub fn child(&self, local: &Local) -> Self {
        let spin = Mat3::from_quat(local.rotation);
        let own =
            Mat3::from_cols(spin.x_axis * local.scale.x, spin.y_axis * local.scale.y, spin.z_axis * local.scale.z);
        Self { at: self.point(local.translation), rotation: self.rotation * local.rotation, linear: self.linear * own }
    }

    pub fn point(&self, local: Vec3) -> Vec3 {
        self.at + self.linear * local
    }
}

/// A node as it rests.
#[derive(Clone, Debug)]
pub(super) struct RigNode {
    pub name: String,
    pub parent: Option<usize>,
    pub local: Local,
    /// Tip of a bone without children, in the node's frame.
    pub tip: Option<Vec3>,
    /// Whether it can be a joint of the body at all.
    pub joint: bool,
}

/// Frames, node by node.
#[derive(Clone, Debug)]
pub(super) struct RigClip {
    pub name: String,
    pub rate: f32,
    /// Frame after frame, a placing for each node.
    pub frames: Vec<Local>,
}

/// A file, read but not yet understood. Parents come before children.
#[derive(Clone, Debug, Default)]
pub(super) struct Rig {
    pub nodes: Vec<RigNode>,
    /// Where nodes rest in the file's space, when the file says so apart from the nodes (a skin's bind pose).
    pub bind: Option<Vec<Placed>>,
    pub clips: Vec<RigClip>,
    /// The file's format says that lengths are metres.
    pub metres: bool,
    pub notes: Vec<String>,
}

impl Rig {
    /// Places of all nodes for given local ones.
    pub fn placed(&self, local: impl Fn(usize) -> Local) -> Vec<Placed> {
        let mut out: Vec<Placed> = Vec::with_capacity(self.nodes.len());
        for (i, node) in self.nodes.iter().enumerate() {
            let parent = node.parent.map_or(Placed::ORIGIN, |p| out[p]);
            out.push(parent.child(&local(i)));
        }
        out
    }

    /// Places of all nodes in a frame.
    pub fn frame(&self, clip: &RigClip, frame: usize) -> Vec<Placed> {
        let locals = &clip.frames[frame * self.nodes.len()..];
        self.placed(|i| locals[i])
    }

    /// Places of all nodes at rest.
    pub fn rest(&self) -> Vec<Placed> {
        self.bind.clone().unwrap_or_else(|| self.placed(|i| self.nodes[i].local))
    }

    pub fn frames(&self, clip: &RigClip) -> usize {
        clip.frames.len() / self.nodes.len().max(1)
    }

    pub fn children(&self, of: usize) -> impl Iterator<Item = usize> + '_ {
        (of + 1..self.nodes.len()).filter(move |&i| self.nodes[i].parent == Some(of))
    }

    /// Whether `a` is `b` or above it.
    pub fn above(&self, a: usize, b: usize) -> bool {
        let mut at = Some(b);
        while let Some(i) = at {
            if i == a {
                return true;
            }
            at = self.nodes[i].parent;
        }
        false
    }

    /// The lowest node that is above all of these.
    pub fn common(&self, of: &[usize]) -> Option<usize> {
        let (&first, rest) = of.split_first()?;
        let mut at = Some(first);
        while let Some(i) = at {
            if rest.iter().all(|&b| self.above(i, b)) {
                return Some(i);
            }
            at = self.nodes[i].parent;
        }
        None
    }

    /// How many joints lie between a node and the root.
    pub fn depth(&self, of: usize) -> usize {
        let (mut n, mut at) = (0, self.nodes[of].parent);
        while let Some(i) = at {
            (n, at) = (n + 1, self.nodes[i].parent);
        }
        n
    }
}
