//! The page as HTML.

use super::{Page, PictureLayout, Section, Table, TableStyle};
use crate::report::Picture;
use ambulo_draw::escaped;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

impl Page {
    /// The whole file.
    pub(super) fn html(&self) -> String {
        let pictures = self.sections.iter().flat_map(|s| &s.pictures);
        let mut out = String::with_capacity(pictures.map(|p| p.svg.len() + 1000).sum::<usize>() + 16_000);
        self.head(&mut out);
        let mut number = 0;
        for s in &self.sections {
            out.push_str("<section>\n");
            section(&mut out, s, &mut number);
            out.push_str("</section>\n");
        }
        let version = self.provenance.iter().find(|(key, _)| key.eq_ignore_ascii_case("version"));
        let version = version.map_or(String::new(), |(_, v)| format!(" {}", escaped(v)));
        // Writing to a string cannot fail.
        let _ = write!(out, "<footer>Made with Ambulo{version}</footer>\n</main>\n</body>\n</html>\n");
        out
    }

    /// Everything down to what a reader must know.
    fn head(&self, out: &mut String) {
        let main = if self.narrow { "<main>" } else { "<main class=\"broad\">" };
        let _ = write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n\
             <body>\n{main}\n<header>\n<p class=\"kind\">{1}</p>\n<h1>{0}</h1>\n",
            escaped(&self.title),
            escaped(&self.kind)
        );
        if !self.provenance.is_empty() {
            out.push_str("<dl>\n");
            for (name, value) in &self.provenance {
                let _ = writeln!(out, "<div><dt>{}</dt><dd>{}</dd></div>", escaped(name), escaped(value));
            }
            out.push_str("</dl>\n");
        }
        out.push_str("</header>\n");
        if !self.notes.is_empty() {
            out.push_str("<section class=\"notes\">\n<h2>Please note</h2>\n<ul>\n");
            for note in &self.notes {
                let _ = writeln!(out, "<li>{}</li>", escaped(note));
            }
            out.push_str("</ul>\n</section>\n");
        }
    }
}

/// What stands in a section; `number` is that of the last numbered picture.
fn section(out: &mut String, section: &Section, number: &mut usize) {
    let _ = writeln!(out, "<h2>{}</h2>", escaped(&section.title));
    for words in &section.text {
        let _ = writeln!(out, "<p>{}</p>", escaped(words));
    }
    section.tables.iter().for_each(|t| table(out, t));
    if !section.legend.is_empty() {
        let _ = writeln!(out, "<div class=\"legend\">\n{}</div>", section.legend);
    }
    let pictures = &section.pictures;
    match section.layout {
        PictureLayout::Numbered => {
            for p in pictures {
                *number += 1;
                figure(out, p, "", &format!("<b>Figure {number}.</b> "));
            }
        }
        PictureLayout::Columns(row) => pictures.chunks(row.max(1)).for_each(|row| {
            out.push_str("<div class=\"columns\">\n");
            row.iter().for_each(|p| figure(out, p, "", ""));
            out.push_str("</div>\n");
        }),
        PictureLayout::Row if !pictures.is_empty() => {
            out.push_str("<div class=\"side\">\n");
            pictures.iter().for_each(|p| figure(out, p, &width_of(&p.svg), ""));
            out.push_str("</div>\n");
        }
        PictureLayout::Row => {}
    }
}

fn figure(out: &mut String, p: &Picture, style: &str, before: &str) {
    let (name, caption) = (escaped(&p.name), escaped(&p.caption));
    let _ =
        writeln!(out, "<figure id=\"{name}\"{style}>\n{}<figcaption>{before}{caption}</figcaption>\n</figure>", p.svg);
}

/// The width a picture was drawn in, as a style of its figure; nothing where it does not state one.
fn width_of(svg: &str) -> String {
    let head = svg.split('>').next().unwrap_or_default();
    let wide = head.split_once("width=\"").and_then(|(_, rest)| rest.split('"').next()?.parse::<f64>().ok());
    wide.filter(|w| w.is_finite()).map_or(String::new(), |w| format!(" style=\"width: {w}px\""))
}

/// A page with one more section before its foot; an earlier one of the same id goes. `None` where the page is not ours.
pub(crate) fn with_section(page: &str, id: &str, added: &Section) -> Option<String> {
    let open = format!("<section id=\"{}\">\n", escaped(id));
    let mut new = open.clone();
    section(&mut new, added, &mut 0);
    new.push_str("</section>\n");
    let (before, after) = match page.split_once(&open) {
        Some((before, rest)) => (before, rest.split_once("</section>\n")?.1),
        None => page.split_at(page.rfind("<footer>")?),
    };
    Some([before, &new, after].concat())
}

/// Whether a column holds words: sentences, or nothing that begins with anything but a letter.
fn holds_words(t: &Table, column: usize) -> bool {
    let cells = || t.rows.iter().filter_map(|r| r.get(column)).filter(|c| !c.is_empty());
    let word = |w: &&str| w.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let sentence = |c: &String| c.split(' ').filter(word).count() > 2;
    cells().any(sentence) || (cells().next().is_some() && cells().all(|c| c.starts_with(char::is_alphabetic)))
}

fn table(out: &mut String, t: &Table) {
    let caption = escaped(&t.caption);
    let plain = t.style == TableStyle::Plain;
    let words: Vec<bool> = (0..t.head.len()).map(|k| plain && holds_words(t, k)).collect();
    let class = |k: usize| if words.get(k) == Some(&true) { " class=\"words\"" } else { "" };
    let name = match t.style {
        TableStyle::Plain => "wide",
        TableStyle::Dense => "figures",
        TableStyle::Facts => "",
    };
    let _ = match name {
        "" => writeln!(out, "<table>\n<caption>{caption}</caption>"),
        name => writeln!(out, "<div class=\"scroll\">\n<table class=\"{name}\">\n<caption>{caption}</caption>"),
    };
    if !t.head.is_empty() {
        out.push_str("<tr>");
        t.head.iter().enumerate().for_each(|(k, h)| {
            let _ = write!(out, "<th{}>{}</th>", class(k), escaped(h));
        });
        out.push_str("</tr>\n");
    }
    for row in &t.rows {
        out.push_str("<tr>");
        for (k, cell) in row.iter().enumerate() {
            let _ = match k {
                0 => write!(out, "<th scope=\"row\">{}</th>", escaped(cell)),
                _ => write!(out, "<td{}>{}</td>", class(k), escaped(cell)),
            };
        }
        out.push_str("</tr>\n");
    }
    out.push_str(if name.is_empty() { "</table>\n" } else { "</table>\n</div>\n" });
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
        let page = Page::default().html();
        let section = |value: &str| {
            let facts = Table::facts("Measured", &[("Foot slide <".into(), value.into())]);
            Section::new("Bodies").table(facts).paragraph("a & b")
        };
        let once = with_section(&page, "animation", &section("1 cm")).unwrap();
        assert!(once.contains("<td>1 cm</td>") && once.contains("Foot slide &lt;") && once.contains("a &amp; b"));
        let twice = with_section(&once, "animation", &section("2 cm")).unwrap();
        assert!(twice.contains("<td>2 cm</td>") && !twice.contains("1 cm"));
        assert_eq!(twice, with_section(&page, "animation", &section("2 cm")).unwrap());
        assert!(twice.ends_with(&page[page.rfind("<footer>").unwrap()..]));
        assert_eq!(with_section("not ours", "animation", &section("")), None);
    }

    #[test]
    fn numbers_of_pictures_run_through_the_page_and_rows_begin_where_asked() {
        let picture = |name: &str| Picture { name: name.into(), svg: "<svg/>\n".into(), ..Picture::default() };
        let section = |layout, names: &[&str]| Section {
            layout,
            pictures: names.iter().map(|name| picture(name)).collect(),
            ..Section::default()
        };
        let numbered = |names: &[&str]| section(PictureLayout::Numbered, names);
        let page = Page { sections: vec![numbered(&["a", "b"]), numbered(&["c"])], ..Page::default() }.html();
        assert!(page.contains("Figure 2.") && page.contains("Figure 3.") && !page.contains("Figure 4."));
        let columns = section(PictureLayout::Columns(2), &["a", "b", "c"]);
        let page = Page { sections: vec![columns], ..Page::default() }.html();
        assert_eq!(page.matches("<div class=\"columns\">").count(), 2);
    }
}
