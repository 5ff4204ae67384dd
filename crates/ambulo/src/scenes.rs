//! The built-in scenes.

/// A scene inside the program.
///
/// ```
/// let names: Vec<&str> = ambulo::SCENES.iter().map(|s| s.name).collect();
/// assert!(names.contains(&"station"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Its name, which `ambulo run NAME` takes.
    pub name: &'static str,
    /// The scenario file.
    pub text: &'static str,
}

impl Scene {
    /// A scene by name.
    ///
    /// ```
    /// assert!(ambulo::Scene::find("station").is_some());
    /// assert!(ambulo::Scene::find("atlantis").is_none());
    /// ```
    pub fn find(name: &str) -> Option<&'static Self> {
        SCENES.iter().find(|s| s.name == name)
    }

    /// The sentence that opens its file.
    ///
    /// ```
    /// assert!(ambulo::Scene::find("corridor").unwrap().about().starts_with("A corridor"));
    /// ```
    pub fn about(&self) -> String {
        let lines = self.text.lines().take_while(|l| l.starts_with('#'));
        lines.map(|l| l.trim_start_matches('#').trim()).collect::<Vec<_>>().join(" ")
    }
}

macro_rules! scenes {
    ($($name:literal),+ $(,)?) => {
        &[$(Scene { name: $name, text: include_str!(concat!("../../../scenes/", $name, ".toml")) },)+]
    };
}

/// All scenes; the first is run when none is named.
///
/// ```
/// assert_eq!(ambulo::SCENES[0].name, "station");
/// ```
pub static SCENES: &[Scene] = scenes![
    "station",
    "corridor",
    "crossing",
    "group-swap",
    "circle",
    "bottleneck",
    "counterflow",
    "pillars",
    "two-storeys",
    "doors",
    "overtake",
    "squeeze",
    "doorway",
    "confusion",
    "oncoming-groups",
    "hallway",
    "square",
    "random",
    "forest",
    "pair-crossing",
    "x-crossing",
    "funnel",
    "circle-200",
    "corridor-crossing",
    "footsteps-crossing",
    "narrow-passage-sidestep",
    "doorway-footsteps",
    "stepping-stones",
    "stairs",
    "moving-obstacle",
    "footsteps-crossing-40",
    "footsteps-crossing-100"
];
