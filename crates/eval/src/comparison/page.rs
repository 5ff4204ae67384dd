//! The page: one file, no script, nothing to load.

use super::{ComparisonInfo, Contender, cell};
use crate::report::figures::Figure;
use crate::report::html::{self, escaped};
use std::fmt::Write;

/// A wide table and pictures side by side, all of one width and so of one scale.
const STYLE: &str = "\
main { max-width: 1420px; }
.scroll { overflow-x: auto; }
.figures { font-size: 13.5px; }
.figures th, .figures td { width: auto; text-align: right; white-space: nowrap; overflow-wrap: normal; padding: 6px 5px; }
.figures tr:first-child th { white-space: normal; vertical-align: bottom; }
.figures th:first-child { text-align: left; color: var(--ink); }
.side { display: grid; margin-bottom: 18px; grid-template-columns: repeat(auto-fill, minmax(min(440px, 100%), 1fr)); gap: 18px; }
.side figure { margin: 0; }
.legend svg { max-width: 100%; height: auto; border-radius: 6px; }
";

pub fn page(
    info: &ComparisonInfo,
    contenders: &[Contender],
    legend: &str,
    paths: &[Figure],
    plots: &[Figure],
) -> String {
    let size: usize = paths.iter().chain(plots).map(|f| f.svg.len() + 500).sum();
    let mut out = String::with_capacity(size + 16_000);
    html::head(&mut out, "Comparison of models", &info.title, STYLE);
    html::about(&mut out, &info.provenance, &info.notes);
    table(&mut out, info, contenders);
    out.push_str("<section>\n<h2>Paths</h2>\n");
    if !legend.is_empty() {
        let _ = writeln!(out, "<div class=\"legend\">\n{legend}</div>");
    }
    // A level begins a row of its own: pictures beside each other have one scale.
    paths.chunks(contenders.len().max(1)).for_each(|floor| side(&mut out, floor));
    out.push_str("</section>\n<section>\n<h2>Figures</h2>\n");
    out.push_str("<p>A dot is a run, the stroke and the bar are their mean. Each figure is a mean over the walkers of a run.</p>\n");
    side(&mut out, plots);
    out.push_str("</section>\n");
    html::foot(&mut out, &info.provenance);
    out
}

fn table(out: &mut String, info: &ComparisonInfo, contenders: &[Contender]) {
    out.push_str("<section>\n<h2>Table</h2>\n<div class=\"scroll\">\n<table class=\"figures\">\n");
    out.push_str("<caption>Mean over the runs ± standard deviation; counts are summed over the runs.</caption>\n<tr><th>Model</th>");
    let unit = |unit: &str| if unit.is_empty() { String::new() } else { format!("<br>[{}]", escaped(unit)) };
    for fact in &info.facts {
        let _ = write!(out, "<th>{}</th>", escaped(fact));
    }
    for m in &info.measures {
        let _ = write!(out, "<th>{}{}</th>", escaped(&m.name), unit(&m.unit));
    }
    out.push_str("</tr>\n");
    for c in contenders {
        let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escaped(&c.model));
        for fact in &c.facts {
            let _ = write!(out, "<td>{}</td>", escaped(fact));
        }
        for (values, m) in c.values.iter().zip(&info.measures) {
            let _ = write!(out, "<td>{}</td>", cell(values, m.decimals));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n</div>\n</section>\n");
}

fn side(out: &mut String, figures: &[Figure]) {
    out.push_str("<div class=\"side\">\n");
    for f in figures {
        let _ = write!(
            out,
            "<figure id=\"{}\">\n{}<figcaption>{}</figcaption>\n</figure>\n",
            f.name,
            f.svg,
            escaped(&f.caption)
        );
    }
    out.push_str("</div>\n");
}
