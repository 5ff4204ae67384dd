//! A cast: bodies that differ as people do, with clothes and habits of their own.
//!
//! Stature and breadth over the upper arms of grown people are drawn from the means and standard deviations that Pheasant's
//! *Bodyspace* (2nd edition 1996) prints for British people of 19 to 65: stature 1740 (70) and 1610 (62) mm, bideltoid breadth 465 (28)
//! and 395 (24) mm, men and women. From 65 on people are shorter by 5.5 and 4.0 cm, after the means of the same book for 65 to 80.
//! Children have the median statures of the WHO growth reference for 5 to 19 years (de Onis et al. 2007) with 4.5 % of it as standard
//! deviation; their breadth is 0.25 of stature. Breadth goes along with stature and build. Which share of a crowd is of which kind is
//! a choice, [`KINDS`].

use super::palette::{self, Palette};
use super::person::{Hair, Legwear, Person, Sex};
use super::random::Draws;
use super::{dressed, person_at};
use crate::gait::{self, Habits, Idle};
use crate::{Character, MoveSet};

/// Of eight members: how old they are and of which sex.
const KINDS: [(Sex, f32, f32); 8] = [
    (Sex::Woman, 19.0, 40.0),
    (Sex::Man, 19.0, 40.0),
    (Sex::Woman, 40.0, 65.0),
    (Sex::Man, 40.0, 65.0),
    (Sex::Woman, 19.0, 65.0),
    (Sex::Man, 66.0, 84.0),
    (Sex::Woman, 66.0, 84.0),
    (Sex::Man, 5.0, 14.0),
];

/// Ages and median statures of girls and boys [m].
const GROWTH: [(f32, f32, f32); 7] = [
    (5.0, 1.096, 1.103),
    (8.0, 1.266, 1.273),
    (10.0, 1.386, 1.378),
    (12.0, 1.512, 1.491),
    (14.0, 1.598, 1.632),
    (16.0, 1.625, 1.729),
    (19.0, 1.632, 1.765),
];

/// Palettes of one member: all differ.
pub const PALETTES: usize = 12;

/// A person of a cast.
///
/// ```
/// let all = ambulo_motion::body::cast(24, 7);
/// assert_eq!(all[3], ambulo_motion::body::cast(24, 7)[3]);
/// assert!(all[3].character(2).mesh.triangles.len() < all[3].character(0).mesh.triangles.len() / 4);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// What to call it: `woman-34`, with the age; unique in its cast.
    pub name: String,
    /// The figures of the body.
    pub person: Person,
    /// How it walks and stands.
    pub habits: Habits,
    palettes: Vec<Palette>,
}

impl Member {
    /// The body at a level of detail (0 to 2, see [`person_at`]), in the colours of its first palette.
    pub fn character(&self, level: usize) -> Character {
        dressed(person_at(&self.person, level), &self.palettes[0])
    }

    /// The moves of this body, with its habits; its own idle is the stand among them.
    pub fn moves(&self) -> MoveSet {
        gait::moves_with(&super::skeleton::of(&super::measures::Measures::of(&self.person.sound())), &self.habits)
    }

    /// Colours; every number names one, and those from 0 to 11 differ.
    pub fn palette(&self, number: usize) -> &Palette {
        &self.palettes[number % PALETTES]
    }

    /// The body in the colours of a palette.
    pub fn dressed(&self, level: usize, palette: usize) -> Character {
        dressed(person_at(&self.person, level), self.palette(palette))
    }

    /// The same member, no broader than the disc of a walker with that radius [m]; see [`Person::fitting`].
    pub fn fitting(&self, radius: f32) -> Self {
        Self { person: self.person.fitting(radius), ..self.clone() }
    }
}

/// So many people, always the same for the same seed: the first eight are two women and two men of middle age and below, another
/// woman, an older man and an older woman, and a child; and so on.
///
/// ```
/// let all = ambulo_motion::body::cast(24, 1);
/// assert_eq!(all.len(), 24);
/// assert!(all.iter().any(|m| m.person.age < 17.0) && all.iter().any(|m| m.person.age > 65.0));
/// ```
pub fn cast(count: usize, seed: u64) -> Vec<Member> {
    let mut all: Vec<Member> = Vec::with_capacity(count);
    for k in 0..count {
        let mut member = member(k, &mut Draws::new(seed, k as u64));
        let same =
            all.iter().filter(|m| m.name == member.name || m.name.starts_with(&format!("{}-", member.name))).count();
        if same > 0 {
            member.name = format!("{}-{}", member.name, same + 1);
        }
        all.push(member);
    }
    all
}

/// Which member of a cast of `members` a walker is, and in which palette, so that no two of any 12 times as many walkers with
/// numbers next to each other look alike, and none looks like its neighbours in number even without colours.
///
/// ```
/// use ambulo_motion::body::dressed_as;
/// let all: std::collections::BTreeSet<_> = (500..600).map(|id| dressed_as(id, 24)).collect();
/// assert_eq!(all.len(), 100);
/// ```
pub fn dressed_as(id: u32, members: usize) -> (usize, usize) {
    let n = members.max(1) as u32;
    let (round, place) = (id / n, id % n);
    // Within a round everybody comes once; the next round begins with another member than this one ends with.
    let stride = stride(n);
    let further = u64::from(!(stride + 1).is_multiple_of(n));
    let member = (u64::from(place) * u64::from(stride) + u64::from(round) * further) % u64::from(n);
    (member as usize, round as usize % PALETTES)
}

/// A number without common factor with `n`, near its golden section.
fn stride(n: u32) -> u32 {
    let shares = |a: u32| {
        let (mut a, mut b) = (a, n);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a > 1
    };
    let golden = (f64::from(n) * 0.618).round() as u32;
    (golden.max(1)..).find(|&a| !shares(a)).unwrap_or(1)
}

fn member(k: usize, draws: &mut Draws) -> Member {
    let (mut sex, youngest, oldest) = KINDS[k % KINDS.len()];
    let age = youngest + (oldest - youngest) * draws.share();
    // Of two children one is a girl.
    if youngest < 18.0 && (k / KINDS.len()).is_multiple_of(2) {
        sex = Sex::Woman;
    }
    let tall = draws.normal();
    let build =
        (0.25 * draws.normal().max(-1.6) + 0.35 * draws.normal().max(0.0) + (age - 35.0).clamp(-10.0, 30.0) * 0.008)
            .clamp(-0.8, 1.3);
    let woman = sex == Sex::Woman;
    let (stature, shoulders) = if age < 19.0 {
        let stature = growth(age, woman) * (1.0 + 0.045 * 0.6 * tall);
        (stature, 0.25 * stature)
    } else {
        let old = if age >= 65.0 { [0.055, 0.040][usize::from(woman)] } else { 0.0 };
        let (mean, sd) = [(1.740, 0.070), (1.610, 0.062)][usize::from(woman)];
        let (broad, spread) = [(0.465, 0.028), (0.395, 0.024)][usize::from(woman)];
        // Half of what breadth varies by goes along with stature, the rest with build.
        let share = 0.45 * tall + 0.5 * build + 0.6 * draws.normal();
        (mean - old + sd * tall, (broad + spread * share.clamp(-2.0, 2.0)).clamp(0.35, 0.49))
    };
    let hair = hair(age, woman, draws);
    let legwear = match draws.below(10) {
        0..4 if woman => Legwear::Skirt,
        0..2 if age < 45.0 => Legwear::Shorts,
        _ => Legwear::Trousers,
    };
    let long_sleeves = age >= 65.0 || draws.share() < 0.6;
    let person = Person { stature, shoulders, build, sex, age, hair, legwear, long_sleeves };
    let habits = habits(&person, draws);
    let palettes = palettes(age, draws);
    let word = match (woman, age < 18.0) {
        (true, true) => "girl",
        (false, true) => "boy",
        (true, false) => "woman",
        (false, false) => "man",
    };
    Member { name: format!("{word}-{age:.0}"), person, habits, palettes }
}

fn growth(age: f32, woman: bool) -> f32 {
    let of = |g: &(f32, f32, f32)| if woman { g.1 } else { g.2 };
    let k = (1..GROWTH.len() - 1).find(|&k| age < GROWTH[k].0).unwrap_or(GROWTH.len() - 1);
    let (a, b) = (&GROWTH[k - 1], &GROWTH[k]);
    of(a) + (of(b) - of(a)) * ((age - a.0) / (b.0 - a.0)).clamp(0.0, 1.0)
}

fn hair(age: f32, woman: bool, draws: &mut Draws) -> Hair {
    let k = draws.below(6);
    match (woman, age) {
        (true, age) if age >= 60.0 => [Hair::Short, Hair::Bob, Hair::Bob, Hair::Bun, Hair::Short, Hair::Bun][k],
        (true, _) => [Hair::Long, Hair::Bob, Hair::Long, Hair::Bun, Hair::Bob, Hair::Short][k],
        (false, age) if age >= 50.0 => [Hair::Short, Hair::Thin, Hair::Bald, Hair::Short, Hair::Thin, Hair::Short][k],
        (false, age) if age >= 25.0 => [Hair::Short, Hair::Short, Hair::Bald, Hair::Short, Hair::Short, Hair::Short][k],
        _ => Hair::Short,
    }
}

fn habits(person: &Person, draws: &mut Draws) -> Habits {
    let old = ((person.age - 60.0) / 25.0).clamp(0.0, 1.0);
    let idles = [Idle::Sway, Idle::OneLeg, Idle::Look, Idle::OneLeg, Idle::Sway, Idle::Phone];
    let idle = idles[draws.below(if person.age < 60.0 { 6 } else { 5 })];
    Habits {
        arm_swing: (0.95 + 0.28 * draws.normal()).clamp(0.45, 1.5) * (1.0 - 0.35 * old),
        elbow: 0.10 * draws.normal().abs() + 0.12 * old,
        // Stout people carry their arms farther out.
        arms_out: 0.05 + 0.05 * person.build.max(0.0),
        lean: 0.015 * draws.normal() + 0.16 * old,
        idle,
    }
}

/// Palettes of one person: skin and hair stay, clothes change, and no two tops are of one colour in a row.
fn palettes(age: f32, draws: &mut Draws) -> Vec<Palette> {
    let mut out: Vec<Palette> = Vec::with_capacity(PALETTES);
    while out.len() < PALETTES {
        let one = palette::draw(age, draws);
        if out.iter().all(|p| apart(p, &one) > 0.06) {
            out.push(one);
        }
    }
    out
}

/// How different two palettes look: of tops and legs the larger distance counts.
fn apart(a: &Palette, b: &Palette) -> f32 {
    let far = |a: [f32; 3], b: [f32; 3]| (0..3).map(|i| (a[i] - b[i]).abs()).fold(0.0, f32::max);
    far(a.top, b.top).max(far(a.legwear, b.legwear))
}

#[cfg(test)]
mod tests;
