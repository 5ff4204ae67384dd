//! The same body larger or smaller, and its moves with it.

use crate::{Character, MoveSet, Skeleton};

impl Skeleton {
    /// The same skeleton, so many times as large.
    ///
    /// ```
    /// use ambulo_motion::body;
    /// let small = body::skeleton().scaled(0.5);
    /// assert!((small.joints()[0].translation.z - 0.5 * body::skeleton().joints()[0].translation.z).abs() < 1e-6);
    /// ```
    pub fn scaled(&self, times: f32) -> Self {
        let mut out = self.clone();
        for joint in out.joints_mut() {
            joint.translation *= times;
            joint.tip = joint.tip.map(|tip| tip * times);
        }
        out
    }

    /// From the lowest to the highest joint or tip, as it rests [m].
    ///
    /// ```
    /// assert!((1.6..1.8).contains(&ambulo_motion::body::skeleton().height()));
    /// ```
    pub fn height(&self) -> f32 {
        let rest = self.rest();
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        for (at, joint) in rest.iter().zip(self.joints()) {
            let tip = joint.tip.map_or(at.at.z, |tip| at.point(tip).z);
            (low, high) = (low.min(at.at.z).min(tip), high.max(at.at.z).max(tip));
        }
        high - low
    }
}

impl Character {
    /// The same body, so many times as large.
    ///
    /// ```
    /// use ambulo_motion::body;
    /// assert!((body::character().scaled(2.0).height() - 2.0 * body::character().height()).abs() < 1e-4);
    /// ```
    pub fn scaled(&self, times: f32) -> Self {
        let mut out = Self { skeleton: self.skeleton.scaled(times), ..self.clone() };
        out.mesh.positions.iter_mut().for_each(|p| *p *= times);
        for morph in &mut out.mesh.morphs {
            morph.positions.iter_mut().for_each(|p| *p *= times);
        }
        out
    }

    /// How tall it is at rest [m]: its skin, or its joints where it has none.
    ///
    /// ```
    /// assert!((ambulo_motion::body::character().height() - 1.75).abs() < 0.02);
    /// ```
    pub fn height(&self) -> f32 {
        if self.mesh.positions.is_empty() {
            return self.skeleton.height();
        }
        let heights = self.mesh.positions.iter().map(|p| p.z);
        heights.clone().fold(f32::NEG_INFINITY, f32::max) - heights.fold(f32::INFINITY, f32::min)
    }
}

impl MoveSet {
    /// The same moves of a body so many times as large: lengths grow with it, speeds and durations with the root of it, as those of
    /// pendulums and of people do.
    ///
    /// ```
    /// let moves = ambulo_motion::gait::shipped();
    /// let larger = moves.scaled(1.21);
    /// assert!((larger.moves[1].speed - 1.1 * moves.moves[1].speed).abs() < 1e-4);
    /// assert!((larger.moves[1].clip.duration() - 1.1 * moves.moves[1].clip.duration()).abs() < 1e-4);
    /// ```
    pub fn scaled(&self, times: f32) -> Self {
        let root = times.sqrt();
        let mut out = Self { skeleton: self.skeleton.scaled(times), moves: self.moves.clone() };
        for m in &mut out.moves {
            m.clip.stretch(times);
            m.clip.rate /= root;
            m.speed *= root;
            m.turning /= root;
        }
        out
    }
}
