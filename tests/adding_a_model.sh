#!/usr/bin/env bash
# Adds a model to a copy of the project, as CONTRIBUTING.md describes it: one file, one line, one scene, one page. Then the program must
# know it, run it, and the tests of the documents must hold.
set -euo pipefail
cd "$(dirname "$0")/.."
top=$PWD
copy=$top/target/adding
rm -rf "$copy" && mkdir -p "$copy"
git ls-files -z | xargs -0 cp --parents -t "$copy" 2>/dev/null || true
cd "$copy"

cat >crates/models/src/follower.rs <<'RUST'
//! `follower`: follows its route and brakes for people ahead.
//!
//! **Not modelled.** It never goes around others.

use ambulo_geom::Vec2;
use ambulo_sim::{Row, SteeringModel, View, params};

params! {
    /// Brakes for people ahead.
    pub struct Follower {
        /// Gap at which it stops.
        gap: "m", 0.0..=5.0, 0.3;
        /// How far it looks.
        range: "m", 0.5..=20.0, 3.0;
    }
}

impl SteeringModel for Follower {
    const NAME: &'static str = "follower";
    const TITLE: &'static str = "Follows its route and brakes";
    const PAPER: &'static str = "none";
    const LIMITS: &'static str = "never goes around others";
    type Memory = ();

    fn range(&self) -> f32 {
        self.range
    }

    fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 {
        let preferred = view.preferred(me);
        let Some(ahead) = preferred.unit() else { return Vec2::ZERO };
        let gap = view.neighbours(me).iter().map(|other| (view.place(other) - view.place(me), view.body(other).radius));
        let gap = gap.filter(|(d, _)| d.dot(ahead) > 0.0 && d.cross(ahead).abs() < 0.5);
        let gap = gap.map(|(d, radius)| d.length() - radius - view.body(me).radius).fold(self.range, f32::min);
        preferred * ((gap - self.gap) / (self.range - self.gap)).clamp(0.0, 1.0)
    }
}
RUST
sed -i 's/^    tangent: Tangent;$/&\n    follower: Follower;/' crates/models/src/lib.rs
sed 's/^# .*/# People who follow each other through a corridor./; s/^model = .*//; s/^\[\[walkers\]\]$/&\nmodel = "follower"/' \
    scenes/corridor.toml >scenes/follower.toml
sed -i '0,/"corridor",/s//"corridor",\n    "follower",/' crates/ambulo/src/scenes.rs
cat >docs/models/follower.md <<'MD'
# `follower`

| parameter | default | unit | meaning |
|---|---|---|---|
| `gap` | 0.3 | m | gap at which it stops |
| `range` | 3 | m | how far it looks |
MD

changed() { diff -rq --exclude=.git --exclude=target "$top/$1" "$1" 2>/dev/null | wc -l; }
for folder in crates scenes docs; do
    echo "$folder: $(changed $folder) files differ"
done
test "$(changed crates/models)" = 2 && test "$(changed crates/ambulo)" = 1 && test "$(changed crates)" = 3
test "$(changed scenes)" = 1 && test "$(changed docs)" = 1

export CARGO_TARGET_DIR=$top/target
cargo build --locked --quiet
program=$(cargo build --locked --message-format=json 2>/dev/null | sed -n 's/.*"executable":"\([^"]*ambulo\)".*/\1/p' | tail -1)
"$program" models follower | grep -q 'Follows its route and brakes'
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$program" run follower --out "$out" --json >"$out.json"
python3 - "$out.json" <<'PY'
import json, sys
run = json.load(open(sys.argv[1]))
assert run["arrived"] == run["agents"] and run["wall_crossings"] == 0, run
print(f"{run['arrived']} of {run['agents']} arrived")
PY
rm -f "$out.json"
cargo test --locked --quiet --test words
echo "a model is one file, one line, one scene with its name, one page"
