//! The text of the compute shader, for one size of image.

/// Quads of rows a thread keeps in registers at most.
const MOST_QUADS: usize = 6;
/// Threads of a workgroup.
const THREADS: std::ops::RangeInclusive<usize> = 32..=256;
const SOURCE: &str = include_str!("see.wgsl");

/// How an image is cut into work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Threads of a workgroup, one per column; wider images take several passes.
    pub(super) threads: usize,
    /// Quads of rows in a block.
    pub(super) quads: usize,
}

impl Shape {
    pub(super) fn of(columns: usize, rows: usize) -> Self {
        let quads = rows.div_ceil(4);
        let blocks = quads.div_ceil(MOST_QUADS);
        let threads = columns.next_power_of_two().clamp(*THREADS.start(), *THREADS.end());
        Self { threads, quads: quads.div_ceil(blocks) }
    }
}

/// The shader; with `images` it also writes whole images.
pub(super) fn text(shape: Shape, images: bool) -> String {
    let Shape { threads, quads } = shape;
    let mut out = String::new();
    expand(&mut SOURCE.lines(), quads, images, &mut out);
    let constants = [("{threads}", threads), ("{words}", threads / 32), ("{quads}", quads), ("{list}", 2 * threads)];
    constants.iter().fold(out, |text, (name, value)| text.replace(name, &value.to_string()))
}

/// Copies lines up to the `#end` of the block they are in.
fn expand<'a>(lines: &mut impl Iterator<Item = &'a str>, quads: usize, images: bool, out: &mut String) {
    while let Some(line) = lines.next() {
        match line {
            "#end" => return,
            "#each" => {
                let mut block = String::new();
                expand(lines, quads, images, &mut block);
                (0..quads).for_each(|quad| *out += &block.replace('$', &quad.to_string()));
            }
            "#images" => {
                let mut block = String::new();
                expand(lines, quads, images, &mut block);
                *out += if images { &block } else { "" };
            }
            _ => {
                *out += line;
                out.push('\n');
            }
        }
    }
}
