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

# The smallest complete model, with the imports it has inside the project.
{
    cat <<'RUST'
//! `patient`: follows its route and brakes for people ahead.
//!
//! **Not modelled.** It never goes around others.

use ambulo_geom::Vec2;
use ambulo_sim::{Row, SteeringModel, View, params};

RUST
    sed -n '/^params! {$/,/^const SCENE/{/^const SCENE/!p}' examples/a_model_of_my_own.rs
} >crates/models/src/patient.rs
sed -i 's/^    tangent: Tangent;$/&\n    patient: Patient;/' crates/models/src/lib.rs
sed 's/^# .*/# People who wait for each other in a corridor./; s/^model = .*//; s/^\[\[walkers\]\]$/&\nmodel = "patient"/' \
    scenes/corridor.toml >scenes/patient.toml
sed -i '0,/"corridor",/s//"corridor",\n    "patient",/' crates/ambulo/src/scenes.rs
cat >docs/models/patient.md <<'MD'
# `patient`

| parameter | default | unit | meaning |
|---|---|---|---|
| `gap` | 0.3 | m | gap at which it stops |
| `view` | 2 | m | gap at which it begins to slow down |
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
"$program" models patient | grep -q 'Brakes for agents ahead'
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$program" run patient --out "$out" --json >"$out.json"
python3 - "$out.json" <<'PY'
import json, sys
run = json.load(open(sys.argv[1]))
assert run["arrived"] == run["agents"] and run["wall_crossings"] == 0, run
print(f"{run['arrived']} of {run['agents']} arrived")
PY
rm -f "$out.json"
cargo test --locked --quiet --test words
echo "a model is one file, one line, one scene with its name, one page"
