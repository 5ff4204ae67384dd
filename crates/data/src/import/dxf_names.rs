//! What a layer is for, by its name: the AIA guidelines, ISO 13567, and usual names in English, German and French.

use std::fmt;

/// What the layer of a drawing is for.
///
/// ```
/// use ambulo_data::LayerKind;
/// assert_eq!(LayerKind::of_name("A-WALL-FULL").map(|(kind, _)| kind), Some(LayerKind::Walls));
/// assert_eq!(LayerKind::of_name("Ebene 7"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LayerKind {
    /// Walls and partitions.
    Walls,
    /// The outline of the walkable area.
    Ground,
    /// Obstacles and columns.
    Obstacles,
    /// Windows and glazing: they close the gaps in walls.
    Windows,
    /// Doors: leaves, swings and thresholds.
    Doors,
    /// Furniture.
    Furniture,
    /// Equipment, sanitary and building services.
    Equipment,
    /// Stairs, ramps and lifts.
    Stairs,
    /// Dimensions.
    Dimensions,
    /// Texts, labels and symbols.
    Text,
    /// Hatchings and fills.
    Hatching,
    /// The frame of the drawing and its title block.
    Frame,
    /// Grids and axes.
    Grid,
    /// Starts, exits and paths of people, as evacuation programs draw them.
    Marks,
    /// What is above, below or outside: ceilings, roofs, trees, what will be demolished.
    Elsewhere,
    /// Construction lines that are never plotted.
    Construction,
    /// The name does not give it away.
    Unknown,
}

impl LayerKind {
    /// The name used in messages and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Walls => "walls",
            Self::Ground => "walkable area",
            Self::Obstacles => "obstacles",
            Self::Windows => "windows",
            Self::Doors => "doors",
            Self::Furniture => "furniture",
            Self::Equipment => "equipment",
            Self::Stairs => "stairs",
            Self::Dimensions => "dimensions",
            Self::Text => "text",
            Self::Hatching => "hatching",
            Self::Frame => "frame",
            Self::Grid => "grid",
            Self::Marks => "marks",
            Self::Elsewhere => "elsewhere",
            Self::Construction => "construction",
            Self::Unknown => "unknown",
        }
    }

    /// Whether what is drawn on such a layer is in people's path.
    ///
    /// ```
    /// use ambulo_data::LayerKind;
    /// assert!(LayerKind::Windows.blocks() && !LayerKind::Doors.blocks());
    /// ```
    pub fn blocks(self) -> bool {
        matches!(self, Self::Walls | Self::Ground | Self::Obstacles | Self::Windows)
    }

    /// The kind that a name gives away, and the word or rule that did.
    ///
    /// ```
    /// use ambulo_data::LayerKind;
    /// assert_eq!(LayerKind::of_name("Außenwände"), Some((LayerKind::Walls, "the word `waende`".into())));
    /// assert_eq!(LayerKind::of_name("A-B21---E-"), Some((LayerKind::Walls, "ISO 13567, element 21".into())));
    /// ```
    pub fn of_name(name: &str) -> Option<(Self, String)> {
        // A drawing bound into another carries its name in front: `plan$0$A-WALL` or `plan|A-WALL`.
        let name = name.rsplit(['$', '|']).next().unwrap_or(name);
        if let Some(found) = iso_13567(name) {
            return Some(found);
        }
        let folded = folded(name);
        let words: Vec<&str> = folded.split(|c: char| !c.is_ascii_alphabetic()).filter(|w| !w.is_empty()).collect();
        for (kind, keys) in WORDS {
            for key in keys.split_whitespace() {
                if words.iter().any(|word| fits(word, key)) {
                    return Some((*kind, format!("the word `{}`", key.trim_end_matches('='))));
                }
            }
        }
        None
    }

    /// What a block is, by its name: only doors and things that are no walls are recognised.
    pub(super) fn of_block(name: &str) -> Option<Self> {
        let folded = folded(name);
        let words: Vec<&str> = folded.split(|c: char| !c.is_ascii_alphabetic()).filter(|w| !w.is_empty()).collect();
        if words.iter().any(|word| THINGS.split_whitespace().any(|key| fits(word, key))) {
            return Some(Self::Furniture);
        }
        Self::of_name(name).map(|(kind, _)| kind).filter(|kind| !kind.blocks() && *kind != Self::Marks)
    }
}

impl fmt::Display for LayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Words by kind, in the order they are tried: what is written beside or on a wall goes before the wall, and a wall before
/// what only sounds like it. A word ending in `=` must stand alone; one of five letters or more may be part of another.
const WORDS: &[(LayerKind, &str)] = &[
    (LayerKind::Construction, "defpoints nplt= hilfslinie hilfskonstruktion construction ashade"),
    (
        LayerKind::Frame,
        "ttlb= title titleblock border= borders= sheet= vprt= viewport rahmen= blattrahmen planrahmen \
         zeichnungsrahmen plankopf schriftfeld schriftkopf cadre cartouche",
    ),
    (LayerKind::Dimensions, "dims= dim= dimension bemass vermass masse= mass= cotation cote= cotes="),
    (
        LayerKind::Text,
        "text anno= annot note= notes= iden= symb= symbol label legend beschrift schriften raumstempel \
         raumnummer raumname nummer texte etiquette legende keyn= parameter tags= revs= sect= schnitt coupe",
    ),
    (LayerKind::Hatching, "hatch patt= pattern schraff hachure fill= fuellung solid= poche="),
    (LayerKind::Elsewhere, "demo= demol abbruch abriss demoli headr= head="),
    (
        LayerKind::Marks,
        "exit exits goal goals ausgang ausgaenge fluchtweg rettungsweg sortie journey distribution waypoint \
         waiting spawn start= starts= agents pedestrian path= paths= route= routes= transition crossing \
         portal",
    ),
    (LayerKind::Walls, "curtainwall curtain= trennwand trennwaende tptn="),
    (
        LayerKind::Equipment,
        "eqpm= equip appl= appliance fixt= fixture plumb sanit plbg= elec lite= light powr= power= hvac mech= \
         mechanic duct pipe heiz elektr lueftung leuchte beleucht ecla= eclairage equipement chauffage \
         plomberie wc= kueche fire= sprinkler geraet technik tele= data= comm= rlt= haustechnik",
    ),
    (
        LayerKind::Furniture,
        "furn moebel mobel= mobiliar einricht ausstatt moebl bestuhl mobilier meuble ameublement case= \
         casework seating chair desk= desks= table= tables= tisch stuhl stuehle schrank regal= regale=",
    ),
    (
        LayerKind::Stairs,
        "strs= stair trep treppe escalier evtr= elevator lift= aufzug ascenseur ramp= rampe hral= handrail \
         gelaender rail=",
    ),
    (LayerKind::Doors, "door tuer tur= turen= tueren tor= tore= porte= portes="),
    (LayerKind::Windows, "glaz= glazing window wind= fenster verglas fenetre vitrage baie= baies= glas= glass="),
    (LayerKind::Frame, "frame= frames= rahmen"),
    (LayerKind::Grid, "grid raster achs achse achsen axis= axes= axe= trame centerline cntr= ctrl="),
    (LayerKind::Ground, "walkable walking walkarea begehbar gehbereich gehflaeche marchable accessible"),
    (
        LayerKind::Elsewhere,
        "clng= ceiling roof decke dach plafond toiture beam unterzug slab= plnt= plant tree baum baeume arbre \
         land= landscape topo gelaende terrain prkg= parking car= cars= elev= detl= area= areas= flaeche \
         background hintergrund bild= image= xref site= flor= boden fussboden belag finish",
    ),
    (
        LayerKind::Obstacles,
        "obstacle obst= hindernis obstacles cols= column pillar stuetze saeule pfeiler poteau colonne barrier \
         absperr",
    ),
    (
        LayerKind::Walls,
        "wall wand wande= waende mauer mauerwerk aw= iw= partition part= prtn= mur= murs= cloison porteur \
         facade fassade rohbau prht= geometry geometrie shell= muri= muro= pared= parede= bruestung",
    ),
];

/// Things that stand in rooms, as blocks are called after them.
const THINGS: &str = "chair table desk= sofa couch bed= shelf cabinet locker stool bench= plant stuhl tisch bett= regal \
    schrank sessel bank= chaise bureau lit= armoire fauteuil canape wc= toilet sink= basin shower bath \
    lavabo douche dusche waschbecken person= people car= tree baum";

/// Whether a word of a name is what a key means.
fn fits(word: &str, key: &str) -> bool {
    match key.strip_suffix('=') {
        Some(whole) => word == whole,
        None if key.len() >= 5 => word.contains(key),
        None => word.starts_with(key) || word.ends_with(key),
    }
}

/// Lower case without accents; umlauts as two letters.
fn folded(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            'ä' => out.push_str("ae"),
            'ö' => out.push_str("oe"),
            'ü' => out.push_str("ue"),
            'ß' => out.push_str("ss"),
            'à' | 'á' | 'â' | 'ã' | 'å' => out.push('a'),
            'è' | 'é' | 'ê' | 'ë' => out.push('e'),
            'ì' | 'í' | 'î' | 'ï' => out.push('i'),
            'ò' | 'ó' | 'ô' | 'õ' => out.push('o'),
            'ù' | 'ú' | 'û' => out.push('u'),
            'ç' => out.push('c'),
            c => out.push(c),
        }
    }
    out
}

/// ISO 13567: two characters for who drew it, six for the element, two for how it is shown. Elements are numbered by
/// SfB (two digits: 21 outer walls, 22 inner walls) or by DIN 276 (three: 330, 340), as the country has it.
fn iso_13567(name: &str) -> Option<(LayerKind, String)> {
    let name: Vec<char> = name.trim().to_ascii_uppercase().replace('_', "-").chars().collect();
    let fields = name.len() >= 10 && name.iter().all(|c| c.is_ascii_alphanumeric() || *c == '-');
    if !fields || !name[0].is_ascii_alphabetic() {
        return None;
    }
    let shown = name[8];
    let ends_in_dash = name[9] == '-' || name[9].is_ascii_digit();
    let element: String = name[2..8].iter().collect();
    let element = element.trim_end_matches('-');
    let digits: String = element.chars().filter(char::is_ascii_digit).collect();
    let letters = element.chars().take_while(char::is_ascii_alphabetic).count();
    let well_formed = letters <= 1 && element.len() == letters + digits.len() && (2..=5).contains(&digits.len());
    if !well_formed || !ends_in_dash {
        return None;
    }
    let by_presentation = match shown {
        'T' => Some(LayerKind::Text),
        'H' => Some(LayerKind::Hatching),
        'D' => Some(LayerKind::Dimensions),
        'J' | 'K' | 'A' => Some(LayerKind::Text),
        'G' => Some(LayerKind::Grid),
        'B' | 'P' | 'V' | 'W' => Some(LayerKind::Frame),
        'U' | 'R' | 'C' => Some(LayerKind::Construction),
        'E' | 'M' | '-' => None,
        _ => return None,
    };
    if let Some(kind) = by_presentation {
        return Some((kind, format!("ISO 13567, shown as {shown}")));
    }
    let number: u32 = digits.get(..2)?.parse().ok()?;
    let kind = match (number, digits.len()) {
        (33, 3..) if digits.starts_with("334") => LayerKind::Windows,
        (34, 3..) if digits.starts_with("344") => LayerKind::Doors,
        (33 | 34, 3..) => LayerKind::Walls,
        (21 | 22 | 25, _) => LayerKind::Walls,
        (28, _) => LayerKind::Obstacles,
        (24, _) => LayerKind::Stairs,
        (31, _) => LayerKind::Windows,
        (32, _) => LayerKind::Doors,
        (23 | 27 | 35..=37 | 41..=49, _) => LayerKind::Elsewhere,
        (50..=69, _) => LayerKind::Equipment,
        (70..=89, _) => LayerKind::Furniture,
        _ => return None,
    };
    Some((kind, format!("ISO 13567, element {digits}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(name: &str) -> LayerKind {
        LayerKind::of_name(name).map_or(LayerKind::Unknown, |(kind, _)| kind)
    }

    #[test]
    fn names_in_three_languages_and_two_standards() {
        use LayerKind::*;
        for (name, expected) in [
            ("A-WALL", Walls),
            ("A-WALL-PRHT", Walls),
            ("A-WALL-PATT", Hatching),
            ("A-DOOR", Doors),
            ("A-DOOR-IDEN", Text),
            ("A-GLAZ", Windows),
            ("A-FURN", Furniture),
            ("I-FURN-SOFT", Furniture),
            ("A-ANNO-DIMS", Dimensions),
            ("A-ANNO-TTLB", Frame),
            ("G-TTLB", Frame),
            ("S-GRID", Grid),
            ("S-COLS", Obstacles),
            ("A-FLOR-STRS", Stairs),
            ("A-EQPM", Equipment),
            ("A-CLNG", Elsewhere),
            ("A-WALL-DEMO", Elsewhere),
            ("Walls", Walls),
            ("EXT_WALL_200", Walls),
            ("Partitions", Walls),
            ("WAND", Walls),
            ("Wände", Walls),
            ("WÄNDE_TRAGEND", Walls),
            ("Mauerwerk", Walls),
            ("AW", Walls),
            ("IW 11.5", Walls),
            ("Aussenwand", Walls),
            ("Wandschraffur", Hatching),
            ("Wandleuchten", Equipment),
            ("TÜR", Doors),
            ("Türen", Doors),
            ("TUEREN", Doors),
            ("Fenster", Windows),
            ("MÖBEL", Furniture),
            ("Möblierung", Furniture),
            ("Bemaßung", Dimensions),
            ("Schraffur", Hatching),
            ("Blattrahmen", Frame),
            ("FRAME", Frame),
            ("DOOR-FRAME", Doors),
            ("Türrahmen", Doors),
            ("Achsraster", Grid),
            ("Stützen", Obstacles),
            ("Treppe", Stairs),
            ("MURS", Walls),
            ("Mur porteur", Walls),
            ("CLOISONS", Walls),
            ("PORTES", Doors),
            ("Fenêtres", Windows),
            ("MOBILIER", Furniture),
            ("COTES", Dimensions),
            ("Hachures", Hatching),
            ("Cartouche", Frame),
            ("Poteaux", Obstacles),
            ("walkablearea", Ground),
            ("jps-walkable_area", Ground),
            ("jps-obstacles", Obstacles),
            ("jps-exits", Marks),
            ("jps-distributions", Marks),
            ("Defpoints", Construction),
            ("A-B21---E-", Walls),
            ("A-22----E-N", Walls),
            ("A-B32---E-", Doors),
            ("A-B21---H-", Hatching),
            ("A-340---E-", Walls),
            ("A-344---E-", Doors),
            ("A-B70---E-", Furniture),
            ("haus$0$A-WALL", Walls),
            ("0", Unknown),
            ("Layer1", Unknown),
            ("Ebene 7", Unknown),
            ("HIDDEN", Unknown),
            ("", Unknown),
        ] {
            assert_eq!(kind(name), expected, "{name}");
        }
        assert_eq!(LayerKind::of_block("CHAIR-01"), Some(Furniture));
        assert_eq!(LayerKind::of_block("Tür 90 links"), Some(Doors));
        assert_eq!(LayerKind::of_block("WALL-TYPE-1"), None);
        assert_eq!(LayerKind::of_block("PAIR"), None);
    }
}
