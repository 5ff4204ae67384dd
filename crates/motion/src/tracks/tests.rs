use super::claims::{choices, slowly};
use super::*;
use proptest::prelude::*;
use std::f32::consts::PI;

fn clips() -> impl Strategy<Value = Vec<(f32, f32)>> {
    prop::collection::vec((0.05f32..4.0, -PI..=PI), 1..24)
}

proptest! {
    #[test]
    fn every_speed_and_angle_maps_to_exactly_one_clip(
        clips in clips(), speed in 0.0f32..4.0, angle in 0.0f32..=PI,
    ) {
        let tracks = ClipTracks::new(&clips, 0.1, 0.17);
        let chosen = tracks.choose(speed, angle).unwrap();
        prop_assert_eq!(slowly(&tracks, speed, angle), vec![chosen]);
        prop_assert_eq!(tracks.choose(speed, -angle), Some(chosen));
        // A clip is at least as fast as the slowest speed of its track: played slower, never much faster.
        let track = tracks.track(speed).unwrap();
        prop_assert!(clips[chosen].0 >= track.slowest);
        prop_assert!(speed > tracks.fastest() || speed - clips[chosen].0 <= 0.1 + 1e-6);
    }

    #[test]
    fn sectors_leave_no_gap_and_hold_their_own_clip(clips in clips()) {
        for track in ClipTracks::new(&clips, 0.1, 0.17).tracks() {
            prop_assert_eq!(track.sectors[0].from, 0.0);
            prop_assert_eq!(track.sectors.last().unwrap().to, PI);
            prop_assert!(track.sectors.windows(2).all(|w| w[0].to == w[1].from && w[0].from <= w[0].to));
            prop_assert!(track.sectors.iter().all(|s| s.from <= s.angle && s.angle <= s.to));
            prop_assert!(track.slowest < track.fastest);
        }
    }
}

#[test]
fn a_slower_track_takes_over_the_faster_ones_directions() {
    // Run ahead; walk ahead and aside; a slow clip backwards.
    let clips = [(3.0, 0.0), (1.4, 0.05), (1.35, 1.5), (0.6, PI)];
    let tracks = ClipTracks::new(&clips, 0.1, 0.17);
    assert_eq!(tracks.tracks().len(), 3);
    let sectors = |i: usize| tracks.tracks()[i].sectors.iter().map(|s| s.clip).collect::<Vec<_>>();
    assert_eq!(sectors(0), [0]);
    assert_eq!(sectors(1), [1, 2], "the walk ahead replaces the run, the one aside opens a sector");
    assert_eq!(sectors(2), [1, 2, 3]);
    assert_eq!(tracks.choose(2.0, 3.0), Some(0));
    assert_eq!(tracks.choose(1.0, 3.0), Some(2));
    assert_eq!(tracks.choose(0.3, 3.0), Some(3));
}

#[test]
fn of_clips_at_one_angle_a_track_keeps_the_fastest() {
    let tracks = ClipTracks::new(&[(1.38, 0.0), (1.40, 0.0), (1.36, 0.0)], 0.1, 0.17);
    assert_eq!(tracks.choose(1.0, 0.0), Some(1));
}

#[test]
fn nothing_to_choose_from() {
    for clips in [&[][..], &[(0.0, 0.0), (f32::NAN, 1.0), (-1.0, 0.0), (1.0, f32::INFINITY)]] {
        let tracks = ClipTracks::new(clips, 0.1, 0.17);
        assert_eq!((tracks.choose(1.0, 0.0), tracks.fastest()), (None, 0.0));
    }
}

#[test]
fn spec_every_speed_and_direction_has_one_clip_that_is_fast_enough() {
    let found = choices(1000);
    assert_eq!((found.asked, found.not_one, found.too_slow), (100_000, 0, 0));
}
