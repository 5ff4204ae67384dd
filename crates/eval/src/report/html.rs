//! The page: one file, no script, nothing to load.

use super::figures::Figure;
use super::{ReportInfo, ReportSection};
use crate::page;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

pub fn page(info: &ReportInfo, measured: &[(String, String)], figures: &[Figure], own: usize) -> String {
    let title = if info.title.trim().is_empty() { "Report" } else { info.title.trim() };
    let mut out = String::with_capacity(figures.iter().map(|f| f.svg.len() + 1000).sum::<usize>() + 16_000);
    head(&mut out, "Crowd simulation report", title, page::TABLES);
    about(&mut out, &info.provenance, &info.notes);
    out.push_str("<section>\n<h2>Results</h2>\n");
    if !info.results.is_empty() {
        table(&mut out, "From the run", &info.results);
    }
    table(&mut out, "Measured on the recording", measured);
    info.tables.iter().filter(|t| !t.rows.is_empty()).for_each(|t| page::table(&mut out, t));
    out.push_str("</section>\n<section>\n<h2>Pictures</h2>\n");
    for (i, f) in figures.iter().enumerate() {
        if i == own {
            let _ = write!(out, "</section>\n<section>\n<h2>{}</h2>\n", escaped(&info.more.0));
        }
        let _ = write!(
            out,
            "<figure id=\"{}\">\n{}<figcaption><b>Figure {}.</b> {}</figcaption>\n</figure>\n",
            f.name,
            f.svg,
            i + 1,
            escaped(&f.caption)
        );
    }
    out.push_str("</section>\n");
    if !info.parameters.rows.is_empty() {
        out.push_str("<section>\n<h2>Parameters</h2>\n");
        page::table(&mut out, &info.parameters);
        out.push_str("</section>\n");
    }
    foot(&mut out, &info.provenance);
    out
}

/// Everything down to the page's title; `more` is added to the style.
pub(crate) fn head(out: &mut String, kind: &str, title: &str, more: &str) {
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{0}</title>\n<style>\n{STYLE}{more}</style>\n</head>\n\
         <body>\n<main>\n<header>\n<p class=\"kind\">{kind}</p>\n<h1>{0}</h1>\n",
        escaped(title)
    );
}

/// The rest of the header, and what a reader must know.
pub(crate) fn about(out: &mut String, provenance: &[(String, String)], notes: &[String]) {
    if !provenance.is_empty() {
        out.push_str("<dl>\n");
        for (name, value) in provenance {
            let _ = writeln!(out, "<div><dt>{}</dt><dd>{}</dd></div>", escaped(name), escaped(value));
        }
        out.push_str("</dl>\n");
    }
    out.push_str("</header>\n");
    if !notes.is_empty() {
        out.push_str("<section class=\"notes\">\n<h2>Please note</h2>\n<ul>\n");
        for note in notes {
            let _ = writeln!(out, "<li>{}</li>", escaped(note));
        }
        out.push_str("</ul>\n</section>\n");
    }
}

/// The width a picture was drawn in, as a style of its figure; nothing where it does not state one.
pub(crate) fn width_of(svg: &str) -> String {
    let head = svg.split('>').next().unwrap_or_default();
    let wide = head.split_once("width=\"").and_then(|(_, rest)| rest.split('"').next()?.parse::<f64>().ok());
    wide.filter(|w| w.is_finite()).map_or(String::new(), |w| format!(" style=\"width: {w}px\""))
}

/// The end of the page.
pub(crate) fn foot(out: &mut String, provenance: &[(String, String)]) {
    let version = provenance.iter().find(|(key, _)| key.eq_ignore_ascii_case("version"));
    let version = version.map_or(String::new(), |(_, v)| format!(" {}", escaped(v)));
    let _ = write!(out, "<footer>Made with Ambulo{version}</footer>\n</main>\n</body>\n</html>\n");
}

/// A page with one more section before its foot; an earlier one of the same id goes. `None` where the page is not ours.
pub fn with_section(page: &str, id: &str, section: &ReportSection) -> Option<String> {
    let open = format!("<section id=\"{}\">\n", escaped(id));
    let mut new = format!("{open}<h2>{}</h2>\n", escaped(&section.title));
    table(&mut new, &escaped(&section.caption), &section.rows);
    for note in &section.notes {
        let _ = writeln!(new, "<p>{}</p>", escaped(note));
    }
    new.push_str("</section>\n");
    let (before, after) = match page.split_once(&open) {
        Some((before, rest)) => (before, rest.split_once("</section>\n")?.1),
        None => page.split_at(page.rfind("<footer>")?),
    };
    Some([before, &new, after].concat())
}

fn table(out: &mut String, caption: &str, rows: &[(String, String)]) {
    let _ = writeln!(out, "<table>\n<caption>{caption}</caption>");
    for (name, value) in rows {
        let _ = writeln!(out, "<tr><th scope=\"row\">{}</th><td>{}</td></tr>", escaped(name), escaped(value));
    }
    out.push_str("</table>\n");
}

pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Names may come from any file.
            c if c.is_control() && c != '\n' && c != '\t' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_as_wide_as_it_was_drawn() {
        assert_eq!(
            width_of("<svg xmlns=\"x\" width=\"440\" height=\"3\"><rect width=\"7\"/></svg>"),
            " style=\"width: 440px\""
        );
        assert_eq!(width_of("<svg/>"), "");
    }

    #[test]
    fn a_section_joins_once_and_is_replaced_the_second_time() {
        let page = page(&ReportInfo::default(), &[], &[], 0);
        let section = |value: &str| ReportSection {
            title: "Bodies".into(),
            caption: "Measured".into(),
            rows: vec![("Foot slide <".into(), value.into())],
            notes: vec!["a & b".into()],
        };
        let once = with_section(&page, "animation", &section("1 cm")).unwrap();
        assert!(once.contains("<td>1 cm</td>") && once.contains("Foot slide &lt;") && once.contains("a &amp; b"));
        let twice = with_section(&once, "animation", &section("2 cm")).unwrap();
        assert!(twice.contains("<td>2 cm</td>") && !twice.contains("1 cm"));
        assert_eq!(twice, with_section(&page, "animation", &section("2 cm")).unwrap());
        assert!(twice.ends_with(&page[page.rfind("<footer>").unwrap()..]));
        assert_eq!(with_section("not ours", "animation", &section("")), None);
    }
}
