use ambulo_motion::*;
#[test]
fn look() {
    let folder = std::env::var("LOOK").unwrap();
    let mut files: Vec<_> = if std::path::Path::new(&folder).is_file() {
        vec![folder.into()]
    } else {
        std::fs::read_dir(&folder)
            .unwrap()
            .map(|e| e.unwrap().path())
            .filter(|p| p.extension().is_some_and(|e| ENDINGS.iter().any(|x| e == *x)))
            .collect()
    };
    files.sort();
    for f in files {
        let file = match load(&f, &ImportOptions::default()) {
            Ok(f) => f,
            Err(e) => {
                println!("ERR {e}");
                continue;
            }
        };
        println!("== {} {:?}", f.file_name().unwrap().to_string_lossy(), file.notes);
        for c in &file.clips {
            let (r, m) = analyse(&file.skeleton, &c.name, &c.clip, &AnalysisOptions::default());
            println!(
                "{:24} {:5.2}s {:4} {:?} v {:.2}±{:.2} a {:.0}±{:.0} w {:.0}/s plants {}/{} steps {} loop {:?} {:?} | {}",
                r.name,
                r.seconds,
                r.frames,
                r.kind,
                r.speed,
                r.speed_spread,
                r.angle.to_degrees(),
                r.angle_spread.to_degrees(),
                r.turning.to_degrees(),
                r.plants[0].len(),
                r.plants[1].len(),
                r.steps.len(),
                r.cycle.map(|c| (c.0, c.1, c.2.degrees, c.2.metres)),
                r.notes,
                m.iter()
                    .map(|m| format!(
                        "{:?} {:?} {:?}",
                        m.kind,
                        m.clip.frames(),
                        m.contacts.iter().map(|c| c.intervals.clone()).collect::<Vec<_>>()
                    ))
                    .collect::<Vec<_>>()
                    .join(" ; ")
            );
            if std::env::var("STEPS").is_ok() {
                for s in &r.steps {
                    println!(
                        "   {:?} t {:.2}+{:.2} root {:.2},{:.2} foot {:.2},{:.2} angle {:.0} rot {:.0}",
                        s.swing,
                        s.begin,
                        s.duration,
                        s.root.x,
                        s.root.y,
                        s.foot.x,
                        s.foot.y,
                        s.angle.to_degrees(),
                        s.rotation.to_degrees()
                    );
                }
            }
        }
    }
}
