//! The facade stays lean: what the root of `ambulo` shows is read in one look.

use std::path::Path;

/// Names that the root of a crate makes public: modules, items, and all that is re-exported. A glob counts as `*`.
fn public_names(source: &str) -> Vec<String> {
    let code: String =
        source.lines().map(|line| line.split("//").next().unwrap_or_default().to_string() + "\n").collect();
    let mut names = Vec::new();
    for part in code.split("pub ").skip(1) {
        let mut words = part.split_whitespace();
        match words.next().unwrap_or_default() {
            "use" => {
                let tree = part["use".len()..].split(';').next().unwrap_or_default();
                names.extend(tree.split(['{', '}', ',']).filter_map(reexported));
            }
            // `const fn`, `unsafe trait` and the like: the name comes after the last keyword.
            _ => {
                let keywords =
                    ["const", "fn", "mod", "struct", "enum", "trait", "type", "static", "union", "unsafe", "async"];
                let name = part
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .find(|w| !w.is_empty() && !keywords.contains(w));
                names.extend(name.map(String::from));
            }
        }
    }
    names
}

/// The name that one leaf of a `use` tree brings; a path that ends in `::` goes on in braces.
fn reexported(leaf: &str) -> Option<String> {
    let name = leaf.rsplit(" as ").next()?.trim();
    let last = name.rsplit("::").next()?.trim();
    (!last.is_empty()).then(|| last.to_string())
}

#[test]
fn the_root_shows_fewer_than_thirty_names() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    let names = public_names(&std::fs::read_to_string(&file).expect("the root of this crate"));
    assert!(names.iter().any(|n| n == "World") && names.iter().any(|n| n == "prelude"), "{names:?}");
    assert!(names.len() < 30, "{} names, prelude included: {names:?}", names.len());
}

#[test]
fn every_kind_of_public_name_is_counted() {
    let source = "
        //! pub struct InAComment;
        mod hidden;
        pub mod shown; // pub mod not_this;
        pub use ambulo_data as data;
        pub use run::{Progress,
            RunOptions as Options, nested::{A, b}};
        pub use everything::*;
        pub(crate) struct Inside;
        pub const VERSION: &str = \"1\";
        pub const fn of() {}
        pub struct Generic<T>(T);
    ";
    let expected = ["shown", "data", "Progress", "Options", "A", "b", "*", "VERSION", "of", "Generic"];
    assert_eq!(public_names(source), expected);
}
