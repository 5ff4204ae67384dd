//! Colours of skin, hair and clothes (linear red, green, blue).

use super::random::Draws;

/// The colours of one dressed person.
///
/// ```
/// let all = ambulo_motion::body::cast(24, 1);
/// let palette = all[0].palette(3);
/// assert!(palette.top.iter().all(|c| (0.0..=1.0).contains(c)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Skin.
    pub skin: [f32; 3],
    /// Hair.
    pub hair: [f32; 3],
    /// The upper garment; the colour of a walker's group where groups have colours.
    pub top: [f32; 3],
    /// Trousers, shorts or skirt.
    pub legwear: [f32; 3],
    /// Shoes.
    pub shoes: [f32; 3],
}

/// Skins, from light to dark.
const SKINS: [[f32; 3]; 7] = [
    [0.80, 0.54, 0.42],
    [0.72, 0.47, 0.34],
    [0.60, 0.36, 0.25],
    [0.46, 0.26, 0.16],
    [0.30, 0.155, 0.085],
    [0.17, 0.085, 0.048],
    [0.095, 0.048, 0.030],
];
/// Hair from black to fair, and grey and white of older people.
const HAIRS: [[f32; 3]; 6] = [
    [0.012, 0.010, 0.010],
    [0.030, 0.019, 0.013],
    [0.070, 0.038, 0.020],
    [0.150, 0.080, 0.035],
    [0.360, 0.230, 0.095],
    [0.240, 0.075, 0.025],
];
const GREY: [[f32; 3]; 3] = [[0.22, 0.21, 0.20], [0.40, 0.39, 0.38], [0.66, 0.65, 0.63]];
const TOPS: [[f32; 3]; 14] = [
    [0.080, 0.220, 0.450],
    [0.350, 0.050, 0.045],
    [0.050, 0.180, 0.090],
    [0.620, 0.600, 0.560],
    [0.035, 0.045, 0.080],
    [0.550, 0.340, 0.060],
    [0.240, 0.090, 0.220],
    [0.120, 0.120, 0.125],
    [0.280, 0.400, 0.480],
    [0.420, 0.220, 0.130],
    [0.700, 0.380, 0.380],
    [0.180, 0.220, 0.110],
    [0.020, 0.160, 0.180],
    [0.460, 0.420, 0.330],
];
const LEGWEARS: [[f32; 3]; 8] = [
    [0.045, 0.055, 0.085],
    [0.075, 0.110, 0.190],
    [0.020, 0.020, 0.022],
    [0.200, 0.165, 0.110],
    [0.110, 0.110, 0.115],
    [0.340, 0.300, 0.230],
    [0.060, 0.070, 0.040],
    [0.150, 0.060, 0.050],
];
const SHOES: [[f32; 3]; 5] =
    [[0.035, 0.030, 0.028], [0.090, 0.045, 0.022], [0.480, 0.470, 0.450], [0.020, 0.020, 0.022], [0.130, 0.130, 0.140]];

/// A palette for a person of an age.
pub(super) fn draw(age: f32, draws: &mut Draws) -> Palette {
    let skin = draws.below(SKINS.len());
    // Dark skins have dark hair.
    let darkest = if skin >= 3 { 2 } else { HAIRS.len() };
    let grey = draws.share() < ((age - 42.0) / 28.0).clamp(0.0, 0.95);
    let hair = if grey { GREY[draws.below(GREY.len())] } else { HAIRS[draws.below(darkest)] };
    let tint = |c: [f32; 3], draws: &mut Draws| {
        let by = 0.85 + 0.3 * draws.share();
        c.map(|c| (c * by).min(1.0))
    };
    Palette {
        skin: SKINS[skin],
        hair,
        top: tint(TOPS[draws.below(TOPS.len())], draws),
        legwear: tint(LEGWEARS[draws.below(LEGWEARS.len())], draws),
        shoes: SHOES[draws.below(SHOES.len())],
    }
}

impl Default for Palette {
    fn default() -> Self {
        Self { skin: SKINS[2], hair: [0.045, 0.028, 0.018], top: TOPS[0], legwear: LEGWEARS[0], shoes: SHOES[0] }
    }
}
