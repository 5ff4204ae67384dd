//! A model's parameters: name, unit, range, default and meaning, written once.

/// One parameter, as listed by `ambulo models` and checked in scenario files.
///
/// ```
/// # ambulo_sim::params! {
/// #     /// How a statue steers.
/// #     pub struct Statue {
/// #         /// How long it stands.
/// #         patience: "s", 0.0..=1e6, 3600.0;
/// #     }
/// # }
/// # use ambulo_sim::Params;
/// assert_eq!((Statue::INFO[0].unit, Statue::INFO[0].default), ("s", 3600.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamInfo {
    /// Name in scenario files.
    pub name: &'static str,
    /// Unit; "1" for plain numbers, the names of the values for a choice.
    pub unit: &'static str,
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
    /// Value when the scenario gives none.
    pub default: f64,
    /// What it means.
    pub about: &'static str,
}

impl ParamInfo {
    /// The names of its values, for a parameter that is a choice: its unit lists them, `right|left|none`, and the first
    /// is 0. Nothing for a number.
    ///
    /// ```
    /// # ambulo_sim::params! {
    /// #     /// How a statue steers.
    /// #     pub struct Statue {
    /// #         /// Where it looks.
    /// #         looks: "ahead|aside", 0.0..=1.0, 0.0;
    /// #     }
    /// # }
    /// # use ambulo_sim::Params;
    /// assert_eq!(Statue::INFO[0].words().collect::<Vec<_>>(), ["ahead", "aside"]);
    /// ```
    pub fn words(&self) -> impl Iterator<Item = &'static str> + Clone {
        let unit = self.unit;
        unit.contains('|').then(|| unit.split('|')).into_iter().flatten()
    }

    /// The value a name stands for.
    ///
    /// ```
    /// # ambulo_sim::params! {
    /// #     /// How a statue steers.
    /// #     pub struct Statue {
    /// #         /// Where it looks.
    /// #         looks: "ahead|aside", 0.0..=1.0, 0.0;
    /// #     }
    /// # }
    /// # use ambulo_sim::Params;
    /// assert_eq!(Statue::INFO[0].value_of("aside"), Some(1.0));
    /// ```
    pub fn value_of(&self, word: &str) -> Option<f64> {
        self.words().position(|w| w == word).map(|k| k as f64)
    }
}

/// A set of parameters of one model. Made by [`params!`](crate::params).
///
/// ```
/// ambulo_sim::params! {
///     /// How a statue steers.
///     pub struct Statue {
///         /// How long it stands.
///         patience: "s", 0.0..=1e6, 3600.0;
///     }
/// }
/// use ambulo_sim::Params;
/// let mut p = Statue::default();
/// p.set(0, 5.0);
/// assert_eq!(p.patience, 5.0);
/// assert_eq!(Statue::INFO[0].about, "How long it stands.");
/// ```
pub trait Params: Clone + Default + Send + Sync + 'static {
    /// All parameters, in order.
    const INFO: &'static [ParamInfo];
    /// Sets parameter number `index` of [`INFO`](Self::INFO).
    fn set(&mut self, index: usize, value: f64);
    /// Reads parameter number `index` of [`INFO`](Self::INFO).
    fn get(&self, index: usize) -> f64;

    /// The defaults, with other values for those that are named. Unknown names are ignored: they were checked before.
    ///
    /// ```
    /// # ambulo_sim::params! {
    /// #     /// How a statue steers.
    /// #     pub struct Statue {
    /// #         /// How long it stands.
    /// #         patience: "s", 0.0..=1e6, 3600.0;
    /// #     }
    /// # }
    /// use ambulo_sim::Params;
    /// assert_eq!(Statue::with(&[("patience".into(), 5.0)]).patience, 5.0);
    /// ```
    fn with(values: &[(String, f64)]) -> Self {
        let mut params = Self::default();
        for (name, value) in values {
            if let Some(index) = Self::INFO.iter().position(|p| p.name == name) {
                params.set(index, *value);
            }
        }
        params
    }

    /// Name and value of those that differ from the defaults.
    ///
    /// ```
    /// # ambulo_sim::params! {
    /// #     /// How a statue steers.
    /// #     pub struct Statue {
    /// #         /// How long it stands.
    /// #         patience: "s", 0.0..=1e6, 3600.0;
    /// #     }
    /// # }
    /// use ambulo_sim::Params;
    /// assert_eq!(Statue { patience: 5.0 }.changed(), [("patience".to_string(), 5.0)]);
    /// ```
    fn changed(&self) -> Vec<(String, f64)> {
        let own = Self::default();
        let differs = |k: &usize| self.get(*k) != own.get(*k);
        (0..Self::INFO.len()).filter(differs).map(|k| (Self::INFO[k].name.to_string(), self.get(k))).collect()
    }
}

/// Declares a parameter struct: `name: "unit", range, default;` with the meaning as doc comment.
///
/// ```
/// ambulo_sim::params! {
///     /// Nothing to set but one.
///     pub struct Demo {
///         /// A weight.
///         weight: "1", 0.0..=10.0, 1.0;
///     }
/// }
/// assert_eq!(Demo::default().weight, 1.0);
/// ```
#[macro_export]
macro_rules! params {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[doc = $about:literal])+ $field:ident: $unit:literal, $min:literal..=$max:literal, $default:literal;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[doc = $about])+ pub $field: f32,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::Params for $name {
            const INFO: &'static [$crate::ParamInfo] = &[$($crate::ParamInfo {
                name: stringify!($field),
                unit: $unit,
                min: $min,
                max: $max,
                default: $default,
                about: concat!($($about),+).trim_ascii(),
            },)*];

            fn set(&mut self, index: usize, value: f64) {
                let fields: &mut [&mut f32] = &mut [$(&mut self.$field),*];
                if let Some(field) = fields.get_mut(index) {
                    **field = value as f32;
                }
            }

            fn get(&self, index: usize) -> f64 {
                let fields: &[f32] = &[$(self.$field),*];
                f64::from(fields[index])
            }
        }
    };
}
