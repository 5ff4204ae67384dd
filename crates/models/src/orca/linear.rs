//! The two linear programs: the velocity nearest to the one wished for that every line allows, and, when there is none,
//! the velocity that breaks the worst broken line least.
//!
//! A line is a half-plane n . v >= c with a unit normal n, so that c - n . v says by how many m/s a velocity breaks it.
//! Lines lie side by side, eight to a block, and are all tried at once. Constraints are taken in by what is broken worst:
//! an optimum that breaks a line moves onto that line, as far as the lines taken in before allow. Few of them are ever
//! taken in, and the optimum does not depend on the order.

use ambulo_sim::LANES;

/// A number: f32 to steer, f64 to test.
pub(crate) trait Real:
    Copy
    + PartialOrd
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::Div<Output = Self>
    + std::ops::Neg<Output = Self>
    + From<f32>
{
    /// Steps after which a search for a root is as near as it gets.
    const STEPS: usize;
    /// Lines are kept to within this [m/s].
    const SLACK: Self;
    /// Directions closer than this are parallel.
    const PARALLEL: Self;
    fn sqrt(self) -> Self;
    fn narrow(self) -> f32;

    #[inline(always)]
    fn least(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    #[inline(always)]
    fn most(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
}

impl Real for f32 {
    const STEPS: usize = 24;
    const SLACK: Self = 2e-6;
    const PARALLEL: Self = 1e-6;
    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }
    #[inline(always)]
    fn narrow(self) -> f32 {
        self
    }
}

impl Real for f64 {
    const STEPS: usize = 60;
    const SLACK: Self = 1e-12;
    const PARALLEL: Self = 1e-13;
    fn sqrt(self) -> Self {
        self.sqrt()
    }
    fn narrow(self) -> f32 {
        self as f32
    }
}

/// A velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlaneVec<T> {
    pub(crate) x: T,
    pub(crate) y: T,
}

impl<T: Real> PlaneVec<T> {
    #[inline(always)]
    pub(crate) fn new(x: T, y: T) -> Self {
        Self { x, y }
    }

    #[inline(always)]
    fn dot(self, o: Self) -> T {
        self.x * o.x + self.y * o.y
    }

    #[inline(always)]
    fn plus(self, o: Self, by: T) -> Self {
        Self::new(self.x + o.x * by, self.y + o.y * by)
    }

    /// No longer than `limit`.
    #[inline(always)]
    pub(crate) fn within(self, limit: T) -> Self {
        let length = self.dot(self).sqrt();
        if length > limit { Self::new(self.x * (limit / length), self.y * (limit / length)) } else { self }
    }
}

/// One half-plane n . v >= c.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HalfPlane<T> {
    pub(crate) n: PlaneVec<T>,
    pub(crate) c: T,
}

impl<T: Real> HalfPlane<T> {
    /// By how much a velocity breaks it [m/s].
    #[inline(always)]
    pub(crate) fn broken(&self, v: PlaneVec<T>) -> T {
        self.c - self.n.dot(v)
    }
}

/// Blocks there are, for people and walls.
pub(crate) const ALL: usize = crate::nearest::ROOM;
/// Lines there is room for.
pub(crate) const LINES: usize = ALL * LANES;

/// Lines side by side: people first, then walls, which are never given up.
#[derive(Clone, Debug)]
pub(crate) struct HalfPlanes<T> {
    /// Blocks of nx, ny and c.
    pub(crate) at: [[[T; LANES]; 3]; ALL],
    /// Blocks in use for people, and behind them for walls.
    pub(crate) soft: usize,
    pub(crate) hard: usize,
}

impl<T: Real> HalfPlanes<T> {
    #[inline(always)]
    pub(crate) fn none() -> Self {
        Self { at: [[[T::from(0.0); LANES]; 3]; ALL], soft: 0, hard: 0 }
    }

    #[inline(always)]
    pub(crate) fn get(&self, at: usize) -> HalfPlane<T> {
        let ([x, y, c], k) = (&self.at[at / LANES % ALL], at % LANES);
        HalfPlane { n: PlaneVec::new(x[k], y[k]), c: c[k] }
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, at: usize, line: HalfPlane<T>) {
        let ([x, y, c], k) = (&mut self.at[at / LANES % ALL], at % LANES);
        (x[k], y[k], c[k]) = (line.n.x, line.n.y, line.c);
    }

    /// Fills the rest of the last block after `used` lines from block `first` on with lines that allow everything, and
    /// gives the number of blocks.
    #[inline(always)]
    pub(crate) fn pad(&mut self, first: usize, used: usize) -> usize {
        let blocks = used.div_ceil(LANES);
        for at in used..blocks * LANES {
            self.set(
                first * LANES + at,
                HalfPlane { n: PlaneVec::new(T::from(0.0), T::from(0.0)), c: T::from(f32::NEG_INFINITY) },
            );
        }
        blocks
    }

    /// The line that a velocity breaks worst among some blocks, if it breaks any by more than the slack.
    #[inline(always)]
    pub(crate) fn worst(&self, blocks: std::ops::Range<usize>, v: PlaneVec<T>) -> Option<usize> {
        let mut worst = [0; LANES];
        for b in blocks {
            let [x, y, c] = &self.at[b];
            for k in 0..LANES {
                let broken = c[k] - (x[k] * v.x + y[k] * v.y);
                // A positive float and its bits as a whole number have the same order; the last bits say which it is.
                let key = broken.narrow().to_bits() as i32 & !(LINES as i32 - 1) | (b * LANES + k) as i32;
                worst[k] = if key > worst[k] { key } else { worst[k] };
            }
        }
        let four: [i32; 4] = std::array::from_fn(|k| worst[k].max(worst[k + 4]));
        let worst = four[0].max(four[2]).max(four[1].max(four[3]));
        let broken = f32::from_bits((worst & !(LINES as i32 - 1)) as u32);
        (broken > T::SLACK.narrow()).then_some(worst as usize % LINES)
    }

    /// The line that `wish` breaks worst, made no longer than `limit`; nothing when all allow it. Most of the time there is
    /// nothing more to do.
    #[inline(always)]
    pub(crate) fn refused(&self, wish: PlaneVec<T>, limit: T) -> Option<usize> {
        self.worst(0..self.soft + self.hard, wish.within(limit))
    }

    /// The velocity of at most `limit` nearest to `wish`, which line `refused` refuses, that all lines allow; if there is
    /// none, nothing.
    #[inline(always)]
    pub(crate) fn nearest(&self, wish: PlaneVec<T>, refused: usize, limit: T) -> Option<PlaneVec<T>> {
        self.optimum(Objective::Near(wish), refused, 0..self.soft + self.hard, limit)
    }

    /// The velocity of at most `limit` that all lines allow and that costs least, when line `refused` refuses the cheapest;
    /// if there is none, nothing.
    #[inline(always)]
    pub(crate) fn cheapest(&self, effort: Effort<T>, refused: usize, limit: T) -> Option<PlaneVec<T>> {
        self.optimum(Objective::Effort(effort), refused, 0..self.soft + self.hard, limit)
    }

    /// The best velocity under the lines of some blocks, when the best without them breaks line `next` worst.
    #[inline(always)]
    fn optimum(
        &self,
        aim: Objective<T>,
        mut next: usize,
        blocks: std::ops::Range<usize>,
        limit: T,
    ) -> Option<PlaneVec<T>> {
        let (mut taken, mut count) = ([0u8; LINES], 0);
        loop {
            let v = self.along(next, &taken[..count], aim, limit)?;
            taken[count] = next as u8;
            count += 1;
            match self.worst(blocks.clone(), v) {
                // Broken again by rounding: that is as good as it gets.
                Some(worst) if count < LINES && !taken[..count].contains(&(worst as u8)) => next = worst,
                _ => return Some(v),
            }
        }
    }

    /// The best velocity on line `at` that the lines taken in before allow.
    #[inline(always)]
    fn along(&self, at: usize, taken: &[u8], aim: Objective<T>, limit: T) -> Option<PlaneVec<T>> {
        let line = self.get(at);
        // From the place nearest to standing still, t m/s along the line.
        let (foot, direction) =
            (PlaneVec::new(line.n.x * line.c, line.n.y * line.c), PlaneVec::new(line.n.y, -line.n.x));
        let room = limit * limit - line.c * line.c;
        if room < T::from(0.0) {
            return None;
        }
        let (mut low, mut high) = (-room.sqrt(), room.sqrt());
        for other in taken {
            let other = self.get(*other as usize);
            let (slope, rest) = (other.n.dot(direction), other.broken(foot));
            if slope > T::PARALLEL {
                low = low.most(rest / slope);
            } else if slope < -T::PARALLEL {
                high = high.least(rest / slope);
            } else if rest > T::SLACK {
                return None;
            }
        }
        if low > high {
            return None;
        }
        let t = match aim {
            Objective::Near(wish) => wish.dot(direction).most(low).least(high),
            Objective::Towards(to, wish) => {
                let gain = to.dot(direction);
                if gain > T::PARALLEL {
                    high
                } else if gain < -T::PARALLEL {
                    low
                } else {
                    // All of the line is as good: what is nearest to the wish.
                    wish.dot(direction).most(low).least(high)
                }
            }
            // A convex function of t: its least place, or the end next to it.
            Objective::Effort(effort) => effort.least_along(line, direction).most(low).least(high),
        };
        Some(foot.plus(direction, t))
    }

    /// The velocity of at most `limit` that walls allow and that breaks the worst broken line of people least.
    pub(crate) fn least_broken(&self, wish: PlaneVec<T>, limit: T) -> PlaneVec<T> {
        let walls = self.soft..self.soft + self.hard;
        let stand = PlaneVec::new(T::from(0.0), T::from(0.0));
        let mut best = match self.worst(walls.clone(), wish.within(limit)) {
            None => wish.within(limit),
            // To stand is always allowed.
            Some(first) => self.optimum(Objective::Near(wish), first, walls.clone(), limit).unwrap_or(stand),
        };
        let (mut taken, mut count, mut depth) = ([0u8; LINES], 0, T::from(0.0));
        while let Some(worst) = self.worst(0..self.soft, best) {
            let line = self.get(worst);
            if line.broken(best) <= depth + T::SLACK || taken[..count].contains(&(worst as u8)) {
                break;
            }
            // At the new optimum this line is the worst: no line taken in before is broken more than it.
            let mut equal = Self::none();
            let mut lines = 0;
            for other in &taken[..count] {
                let other = self.get(*other as usize);
                let (x, y) = (other.n.x - line.n.x, other.n.y - line.n.y);
                let length = (x * x + y * y).sqrt();
                // Parallel lines: the worse of the two is this one everywhere.
                if length > T::PARALLEL {
                    equal.set(
                        lines,
                        HalfPlane { n: PlaneVec::new(x / length, y / length), c: (other.c - line.c) / length },
                    );
                    lines += 1;
                }
            }
            equal.soft = equal.pad(0, lines);
            for b in walls.clone() {
                equal.at[equal.soft + b - walls.start] = self.at[b];
            }
            equal.hard = self.hard;
            let blocks = 0..equal.soft + equal.hard;
            let straight = PlaneVec::new(line.n.x * limit, line.n.y * limit);
            let found = match equal.worst(blocks.clone(), straight) {
                None => Some(straight),
                Some(first) => equal.optimum(Objective::Towards(line.n, wish), first, blocks, limit),
            };
            // Only rounding leaves nothing; what was found before then stands.
            let Some(found) = found else { break };
            (best, depth) = (found, line.broken(found));
            taken[count] = worst as u8;
            count += 1;
        }
        best
    }
}

/// What is best.
#[derive(Clone, Copy)]
enum Objective<T> {
    /// To be near a velocity.
    Near(PlaneVec<T>),
    /// To go far in a direction, and if that is all the same, to be near a velocity.
    Towards(PlaneVec<T>, PlaneVec<T>),
    /// To spend least.
    Effort(Effort<T>),
}

/// What walking costs: |v|^2 + 2 pace |goal - v|, which is least where v heads for the goal at the pace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort<T> {
    /// The cheapest speed [m/s].
    pub(crate) pace: T,
    /// The velocity that would be at the goal in time [m/s]; not slower than the pace.
    pub(crate) goal: PlaneVec<T>,
}

impl<T: Real> Effort<T> {
    pub(crate) fn of(&self, v: PlaneVec<T>) -> T {
        let left = self.goal.plus(v, T::from(-1.0));
        v.dot(v) + (self.pace + self.pace) * left.dot(left).sqrt()
    }

    /// Where along a line, from its place nearest to standing still, it costs least.
    #[inline(always)]
    fn least_along(&self, line: HalfPlane<T>, direction: PlaneVec<T>) -> T {
        // t^2 + 2 pace sqrt(off^2 + (t - ahead)^2) has its least place between 0 and ahead.
        let (off, ahead) = (line.broken(self.goal), self.goal.dot(direction));
        let (off2, far) = (off * off, ahead.most(-ahead));
        let (mut low, mut high) = (T::from(0.0), far);
        let mut t = far * T::from(0.5);
        for _ in 0..T::STEPS {
            let left = far - t;
            let d2 = off2 + left * left;
            let d = d2.sqrt();
            if d <= T::from(0.0) {
                break;
            }
            let slope = t - self.pace * left / d;
            if slope > T::from(0.0) {
                high = t;
            } else {
                low = t;
            }
            // Newton where it stays inside, else the middle.
            let newton = t - slope / (T::from(1.0) + self.pace * off2 / (d2 * d));
            let next = if newton > low && newton < high { newton } else { (low + high) * T::from(0.5) };
            let change = (next - t).most(t - next);
            t = next;
            if change < T::SLACK * T::from(0.5) {
                break;
            }
        }
        if ahead < T::from(0.0) { -t } else { t }
    }
}
