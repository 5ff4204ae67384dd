//! A person as figures: stature, breadth, age, hair and clothes.

/// Women and men differ in proportions; children up to about twelve hardly do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sex {
    /// A woman or a girl.
    Woman,
    /// A man or a boy.
    Man,
}

/// How hair is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hair {
    /// Short.
    Short,
    /// To the chin.
    Bob,
    /// Over the shoulders.
    Long,
    /// Tied behind the head.
    Bun,
    /// Around the back of the head only.
    Thin,
    /// None.
    Bald,
}

/// What is worn below the waist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legwear {
    /// Long trousers.
    Trousers,
    /// Shorts to above the knee.
    Shorts,
    /// A skirt to the knee.
    Skirt,
}

/// A person: what the body is made from. Colours come from a [`Palette`](super::Palette).
///
/// ```
/// use ambulo_motion::body::{Hair, Legwear, Person, Sex, person};
/// let girl = Person { age: 8.0, stature: 1.27, shoulders: 0.31, sex: Sex::Woman, hair: Hair::Long, legwear: Legwear::Skirt, ..Person::default() };
/// let body = person(&girl);
/// let crown = body.mesh.positions.iter().map(|p| p.z).fold(0.0, f32::max);
/// assert!((crown - 1.27).abs() < 0.03);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    /// Height of the crown [m].
    pub stature: f32,
    /// Breadth over the upper arms (bideltoid) [m].
    pub shoulders: f32,
    /// From slender (-1) over average (0) to stout (2).
    pub build: f32,
    /// Woman or man.
    pub sex: Sex,
    /// Years.
    pub age: f32,
    /// Hair.
    pub hair: Hair,
    /// Below the waist.
    pub legwear: Legwear,
    /// Whether sleeves reach the wrist; otherwise they end above the elbow.
    pub long_sleeves: bool,
}

impl Default for Person {
    /// A man of 1.75 m whose shoulders fit the disc of a walker with radius 0.22 m.
    fn default() -> Self {
        Self {
            stature: 1.75,
            shoulders: 0.44,
            build: 0.0,
            sex: Sex::Man,
            age: 35.0,
            hair: Hair::Short,
            legwear: Legwear::Trousers,
            long_sleeves: true,
        }
    }
}

impl Person {
    /// The same person, narrow enough for the disc of a walker with that radius [m], if need be. Only breadth changes.
    ///
    /// ```
    /// use ambulo_motion::body::Person;
    /// let broad = Person { shoulders: 0.49, build: 1.5, ..Person::default() };
    /// let fit = broad.fitting(0.2);
    /// assert!(fit.shoulders <= 0.4 && fit.stature == broad.stature);
    /// assert_eq!(fit.fitting(0.25), fit);
    /// ```
    pub fn fitting(&self, radius: f32) -> Self {
        let most = (2.0 * radius).max(0.2);
        if self.shoulders <= most {
            return self.clone();
        }
        // A person too broad by a tenth is less stout too, so that arms stay beside the trunk.
        let build = self.build - 10.0 * (self.shoulders / most - 1.0) * (self.build + 0.5).max(0.0);
        Self { shoulders: most, build: build.max(-1.0), ..self.clone() }
    }

    /// 0 has the proportions of men, 1 of women; girls grow into theirs.
    pub(super) fn woman(&self) -> f32 {
        match self.sex {
            Sex::Man => 0.0,
            Sex::Woman => ((self.age - 8.0) / 8.0).clamp(0.15, 1.0),
        }
    }

    /// The person with figures a body can have: what is not finite or out of range is brought into it.
    pub(super) fn sound(&self) -> Self {
        let within =
            |x: f32, least: f32, most: f32, usual: f32| if x.is_finite() { x.clamp(least, most) } else { usual };
        let stature = within(self.stature, 0.8, 2.3, 1.75);
        Self {
            stature,
            shoulders: within(self.shoulders, 0.18 * stature, 0.32 * stature, 0.25 * stature),
            build: within(self.build, -1.0, 2.0, 0.0),
            age: within(self.age, 3.0, 110.0, 35.0),
            ..self.clone()
        }
    }
}
