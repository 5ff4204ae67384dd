//! What the built-in bodies wear: skin, hair, trousers and shoes; the top has the colour of the group.

use ambulo_motion::Character;

/// A prime number of them: walkers whose numbers are any fixed step apart are dressed differently.
const OUTFITS: [[[f32; 3]; 4]; 13] = [
    [SKINS[2], HAIRS[1], CLOTHS[0], LEATHERS[0]],
    [SKINS[0], HAIRS[2], CLOTHS[3], LEATHERS[1]],
    [SKINS[4], HAIRS[0], CLOTHS[1], LEATHERS[2]],
    [SKINS[1], HAIRS[3], CLOTHS[5], LEATHERS[0]],
    [SKINS[3], HAIRS[0], CLOTHS[2], LEATHERS[1]],
    [SKINS[0], HAIRS[4], CLOTHS[4], LEATHERS[3]],
    [SKINS[2], HAIRS[0], CLOTHS[3], LEATHERS[2]],
    [SKINS[1], HAIRS[1], CLOTHS[1], LEATHERS[3]],
    [SKINS[4], HAIRS[1], CLOTHS[5], LEATHERS[1]],
    [SKINS[0], HAIRS[0], CLOTHS[0], LEATHERS[2]],
    [SKINS[1], HAIRS[4], CLOTHS[2], LEATHERS[0]],
    [SKINS[3], HAIRS[1], CLOTHS[4], LEATHERS[2]],
    [SKINS[2], HAIRS[3], CLOTHS[1], LEATHERS[0]],
];
const PARTS: [&str; 4] = ["skin", "hair", "trousers", "shoes"];
/// Linear, from light to dark.
const SKINS: [[f32; 3]; 5] =
    [[0.80, 0.54, 0.42], [0.60, 0.36, 0.25], [0.42, 0.23, 0.14], [0.22, 0.11, 0.06], [0.10, 0.05, 0.03]];
/// Black, brown, chestnut, fair, grey.
const HAIRS: [[f32; 3]; 5] =
    [[0.012, 0.010, 0.009], [0.045, 0.028, 0.018], [0.13, 0.05, 0.02], [0.42, 0.28, 0.12], [0.36, 0.36, 0.35]];
/// Navy, charcoal, blue jeans, khaki, grey, black.
const CLOTHS: [[f32; 3]; 6] = [
    [0.045, 0.055, 0.085],
    [0.060, 0.060, 0.062],
    [0.055, 0.105, 0.190],
    [0.250, 0.200, 0.120],
    [0.180, 0.180, 0.185],
    [0.014, 0.014, 0.016],
];
/// Black, brown, grey, white.
const LEATHERS: [[f32; 3]; 4] =
    [[0.035, 0.030, 0.028], [0.110, 0.055, 0.028], [0.200, 0.200, 0.200], [0.620, 0.600, 0.560]];

/// Outfits of a character, by the names of its parts.
pub fn of(character: &Character) -> Vec<Vec<Option<[f32; 3]>>> {
    let worn = |outfit: &[[f32; 3]; 4]| {
        let colour = |name: &str| PARTS.iter().position(|p| *p == name).map(|k| outfit[k]);
        character.parts.iter().map(|(name, _)| colour(name)).collect()
    };
    OUTFITS.iter().map(worn).collect()
}
