//! The few nearest of many neighbours, side by side.
//!
//! Models that mind a fixed number of neighbours look only as far as it takes to find them: how far that was is remembered
//! for the next time. If a search finds too few, it goes farther. So the answer is always that of a search of the whole
//! range, at the price of a short one.

use ambulo_sim::NOWHERE;
use ambulo_sim::{Block, LANES, Row, View};

/// No more than so many can be asked for.
pub(crate) const MOST: usize = 16;
/// Blocks that hold them.
pub(crate) const BLOCKS: usize = MOST / LANES;

/// Blocks gathered before the farthest are sorted out.
pub(crate) const ROOM: usize = BLOCKS + 2;
/// How far beyond the last one of this time the next search goes: a factor, and a length [m].
const FARTHER: f32 = 1.06;
const MARGIN: f32 = 0.08;
/// By what factor the search grows when it found too few.
const GROWTH: f32 = 1.3;

/// How far to look for the nearest [m]; 0 when nobody has looked yet.
///
/// ```
/// use ambulo_models::orca::SearchRadius;
/// let _new = SearchRadius::default();
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchRadius(f32);

ambulo_sim::snapshot!(SearchRadius { 0 });

/// What a model makes of each neighbour: `P` numbers, eight neighbours side by side.
pub(crate) type Made<const P: usize> = [[[f32; LANES]; P]; ROOM];

/// What a model makes of one block of neighbours; of nobody it makes `NOBODY`.
pub(crate) trait Make<const P: usize> {
    const NOBODY: [f32; P];
    fn eight(&self, block: Block<'_>) -> [[f32; LANES]; P];
}

/// A search for the nearest.
struct NearestSearch<'a, const P: usize, M> {
    made: &'a mut Made<P>,
    make: &'a M,
    /// Squared distances, the last bits replaced by the number of the lane: no two are equal, and as whole numbers they
    /// have the same order.
    keys: [[i32; LANES]; ROOM],
    /// Blocks in use.
    blocks: usize,
    /// Only keys below this can be among the nearest.
    limit: i32,
    most: i32,
}

/// Bits of a key that number the lane.
const LANE_BITS: i32 = 31;
/// Keys of real neighbours are below this.
const NOBODY: i32 = (NOWHERE * NOWHERE).to_bits() as i32;

/// Access to neighbours.
pub(crate) trait Looker {
    /// Everybody within `range` [m], eight at a time.
    fn blocks(&self, range: f32, work: impl FnMut(Block<'_>));
}

impl Looker for (&View<'_>, Row) {
    #[inline(always)]
    fn blocks(&self, range: f32, work: impl FnMut(Block<'_>)) {
        self.0.for_each_block(self.1, range, work);
    }
}

/// Makes something of the `most` nearest within `range` [m] and gives the number of blocks filled; at most [`BLOCKS`].
/// Among those equally near (to two millionths) the first in the order of the grid count. `reach` is what the last search
/// of this walker left.
#[inline(always)]
pub(crate) fn nearest<const P: usize, M: Make<P>>(
    looker: impl Looker,
    range: f32,
    most: usize,
    reach: &mut SearchRadius,
    make: &M,
    made: &mut Made<P>,
) -> usize {
    let most = most.clamp(1, MOST) as i32;
    let mut look = if reach.0 > 0.0 { reach.0.min(range) } else { range };
    loop {
        let mut search = NearestSearch { made, make, keys: [[0; LANES]; ROOM], blocks: 0, limit: i32::MAX, most };
        let mut seen = 0;
        looker.blocks(
            look,
            #[inline(always)]
            |block| seen += search.add(block),
        );
        if seen < most && look < range {
            look = (look * GROWTH).min(range);
            continue;
        }
        reach.0 = if seen >= most {
            search.finish() * FARTHER + MARGIN
        } else {
            // Walls may have emptied lanes of many blocks.
            if search.blocks > BLOCKS {
                search.sort_out();
            }
            range
        };
        return search.blocks;
    }
}

impl<const P: usize, M: Make<P>> NearestSearch<'_, P, M> {
    /// Adds a block and returns how many are in it.
    #[inline(always)]
    fn add(&mut self, block: Block<'_>) -> i32 {
        if self.blocks == ROOM {
            self.sort_out();
        }
        let b = self.blocks;
        let (mut least, mut real) = (i32::MAX, 0);
        for k in 0..LANES {
            let d2 = block.dx[k] * block.dx[k] + block.dy[k] * block.dy[k];
            let key = d2.to_bits() as i32 & !LANE_BITS | (b * LANES + k) as i32;
            self.keys[b][k] = key;
            least = least.min(key);
            real += i32::from(key < NOBODY);
        }
        if least <= self.limit {
            self.made[b] = self.make.eight(block);
            self.blocks += 1;
        }
        real
    }

    /// How many keys of the first `N` blocks are smaller than each.
    #[inline(always)]
    fn ranks<const N: usize>(&self) -> [[i32; LANES]; N] {
        let keys: [[i32; LANES]; N] = std::array::from_fn(|b| self.keys[b]);
        let mut ranks = [[0; LANES]; N];
        for key in keys.as_flattened() {
            for b in 0..N {
                for k in 0..LANES {
                    // Keys are positive: the difference does not overflow, and its sign is all ones or none.
                    ranks[b][k] -= (key - keys[b][k]) >> 31;
                }
            }
        }
        ranks
    }

    /// Leaves the nearest and gives the distance of the last one.
    #[inline(always)]
    fn finish(&mut self) -> f32 {
        if self.blocks > BLOCKS {
            self.sort_out();
        }
        // What an unused block holds does not matter to the ranks below `most` when it is farther than everybody.
        for b in self.blocks..BLOCKS {
            self.keys[b] = [i32::MAX; LANES];
        }
        let ranks = self.ranks::<BLOCKS>();
        let (most, mut last) = (self.most, [0; LANES]);
        for (b, ranks) in ranks.iter().enumerate() {
            for k in 0..LANES {
                last[k] |= if ranks[k] == most - 1 { self.keys[b][k] } else { 0 };
            }
            for part in 0..P {
                let (all, mut near) = (self.made[b][part], [0.0; LANES]);
                for k in 0..LANES {
                    near[k] = if ranks[k] < most { all[k] } else { M::NOBODY[part] };
                }
                self.made[b][part] = near;
            }
        }
        let last = last.into_iter().fold(0, |a, b| a | b);
        f32::from_bits((last | LANE_BITS) as u32).sqrt()
    }

    /// Brings the nearest to the front, in the order they are in, and drops the others.
    fn sort_out(&mut self) {
        for b in self.blocks..ROOM {
            self.keys[b] = [i32::MAX; LANES];
        }
        let ranks = self.ranks::<ROOM>();
        let mut kept = 0;
        for from in 0..self.blocks * LANES {
            let (b, k) = (from / LANES, from % LANES);
            if ranks[b][k] >= self.most {
                continue;
            }
            let (to, lane) = (kept / LANES, kept % LANES);
            for part in 0..P {
                self.made[to][part][lane] = self.made[b][part][k];
            }
            let key = self.keys[b][k] & !LANE_BITS;
            self.keys[to][lane] = key | kept as i32;
            if ranks[b][k] == self.most - 1 {
                self.limit = key | LANE_BITS;
            }
            kept += 1;
        }
        self.blocks = kept.div_ceil(LANES);
        for at in kept..self.blocks * LANES {
            let (b, k) = (at / LANES, at % LANES);
            self.keys[b][k] = i32::MAX;
            for (part, nobody) in M::NOBODY.into_iter().enumerate() {
                self.made[b][part][k] = nobody;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::{Bounds, Point, Vec2};
    use ambulo_sim::random::{Draw, Purpose};
    use ambulo_sim::{Body, Neighbours};
    use proptest::prelude::*;

    impl Looker for (&Neighbours, Row, &Body) {
        fn blocks(&self, range: f32, work: impl FnMut(Block<'_>)) {
            self.0.for_each_block(self.1, self.2, range, work);
        }
    }

    /// Keeps places as they are.
    struct SamePlaces;

    impl Make<2> for SamePlaces {
        const NOBODY: [f32; 2] = [NOWHERE; 2];
        fn eight(&self, block: Block<'_>) -> [[f32; LANES]; 2] {
            [*block.dx, *block.dy]
        }
    }

    /// Feeds neighbours in blocks of eight and gives what is left, in order of distance, and the blocks.
    fn find(places: &[(f32, f32)], most: usize) -> (Vec<(f32, f32)>, usize) {
        let mut made = [[[0.0; LANES]; 2]; ROOM];
        let most = most as i32;
        let mut search = NearestSearch {
            made: &mut made,
            make: &SamePlaces,
            keys: [[0; LANES]; ROOM],
            blocks: 0,
            limit: i32::MAX,
            most,
        };
        let mut seen = 0;
        for eight in places.chunks(LANES) {
            let dx = std::array::from_fn(|k| eight.get(k).map_or(NOWHERE, |p| p.0));
            let dy = std::array::from_fn(|k| eight.get(k).map_or(NOWHERE, |p| p.1));
            let zeros = &[0.0; LANES];
            seen += search.add(Block { dx: &dx, dy: &dy, vx: zeros, vy: zeros, radius: zeros });
        }
        assert_eq!(seen as usize, places.len());
        let last = search.finish();
        let blocks = search.blocks;
        if places.len() >= most as usize {
            let mut distances: Vec<f32> = places.iter().map(|p| d2(p).sqrt()).collect();
            distances.sort_by(f32::total_cmp);
            assert!((last - distances[most as usize - 1]).abs() <= 1e-5 * last);
        }
        let mut left = Vec::new();
        for [x, y] in &made[..blocks] {
            left.extend((0..LANES).map(|k| (x[k], y[k])).filter(|p| p.0 != NOWHERE));
        }
        left.sort_by(|a, b| d2(a).total_cmp(&d2(b)));
        (left, blocks)
    }

    fn d2(p: &(f32, f32)) -> f32 {
        p.0 * p.0 + p.1 * p.1
    }

    proptest! {
        #[test]
        fn the_nearest_are_those_of_a_full_sort(
            places in prop::collection::vec((-9.0f32..9.0, -9.0f32..9.0), 0..200), most in 1usize..=MOST,
        ) {
            let (left, blocks) = find(&places, most);
            let mut truth = places.clone();
            truth.sort_by(|a, b| d2(a).total_cmp(&d2(b)));
            truth.truncate(most);
            prop_assert!(blocks <= BLOCKS);
            prop_assert_eq!(left.len(), truth.len());
            for (a, b) in left.iter().zip(&truth) {
                prop_assert!((d2(a) - d2(b)).abs() <= 1e-5 * d2(b), "{:?} {:?}", left, truth);
            }
        }
    }

    #[test]
    fn a_short_search_finds_what_a_search_of_the_whole_range_finds() {
        let mut draw = Draw::new(3, 0, 0, Purpose::Setup);
        // Thin in the west, dense in the east.
        let mut place = || Point::new(30.0 * draw.unit().sqrt(), 20.0 * draw.unit());
        let bodies: Vec<Body> = (0..400).map(|_| Body::new(place(), Vec2::ZERO, 0.2)).collect();
        let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(30.0, 20.0) };
        let mut near = Neighbours::new(bounds, 6.0);
        near.rebuild_alone(&bodies);
        for (k, body) in bodies.iter().enumerate() {
            let find = |reach: &mut SearchRadius| {
                let mut made = [[[0.0; LANES]; 2]; ROOM];
                let blocks = nearest((&near, Row(k as u32), body), 6.0, 10, reach, &SamePlaces, &mut made);
                let lanes = made[..blocks].iter().flat_map(|[x, y]| x.iter().zip(y));
                lanes.filter(|p| *p.0 != NOWHERE).map(|(x, y)| (*x, *y)).collect::<Vec<_>>()
            };
            let whole = find(&mut SearchRadius(0.0));
            for reach in [0.3, 1.0, 2.0, 3.0] {
                let mut reach = SearchRadius(reach);
                assert_eq!(find(&mut reach), whole);
                assert_eq!(find(&mut reach), whole, "again, from what was remembered");
            }
        }
    }

    /// Blocks with one neighbour each, the other lanes empty: what walls leave of a crowd.
    struct Sparse(Vec<(f32, f32)>);

    impl Looker for &Sparse {
        fn blocks(&self, range: f32, mut work: impl FnMut(Block<'_>)) {
            let zeros = &[0.0; LANES];
            for (x, y) in self.0.iter().filter(|p| d2(p) <= range * range) {
                let (mut dx, mut dy) = ([NOWHERE; LANES], [NOWHERE; LANES]);
                (dx[5], dy[5]) = (*x, *y);
                work(Block { dx: &dx, dy: &dy, vx: zeros, vy: zeros, radius: zeros });
            }
        }
    }

    #[test]
    fn a_few_in_many_blocks_fit_into_the_blocks_promised() {
        for people in [0, 1, BLOCKS, BLOCKS + 1, ROOM, ROOM + 1, 9, 10, 11, 40] {
            let sparse = Sparse((0..people).map(|k| (0.1 * k as f32, 1.0)).collect());
            let mut made = [[[0.0; LANES]; 2]; ROOM];
            let blocks = nearest(&sparse, 9.0, 10, &mut SearchRadius(0.0), &SamePlaces, &mut made);
            assert!(blocks <= BLOCKS, "{people} people: {blocks} blocks");
            let found = made[..blocks].iter().flat_map(|[x, _]| x).filter(|x| **x != NOWHERE).count();
            assert_eq!(found, people.min(10));
        }
    }

    #[test]
    fn of_those_equally_near_the_first_count() {
        let ring: Vec<(f32, f32)> = (0..100).map(|k| if k % 2 == 0 { (3.0, 4.0) } else { (4.0, 3.0) }).collect();
        let (left, _) = find(&ring, 4);
        assert_eq!(left.iter().filter(|p| p.0 == 3.0).count(), 2);
        let (left, _) = find(&ring, 1);
        assert_eq!(left, [(3.0, 4.0)]);
    }
}
