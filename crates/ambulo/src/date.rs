//! The date for people who read a report. It never enters a recording: those are the same for the same seed.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, as `2026-03-01 14:05 UTC`.
pub(crate) fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    written(seconds)
}

fn written(seconds: u64) -> String {
    let (mut day, of_day) = (seconds / 86_400, seconds % 86_400);
    let mut year = 1970;
    while day >= days_of(year) {
        day -= days_of(year);
        year += 1;
    }
    let mut month = 0;
    while day >= month_days(year, month) {
        day -= month_days(year, month);
        month += 1;
    }
    let (hour, minute) = (of_day / 3600, of_day / 60 % 60);
    format!("{year}-{:02}-{:02} {hour:02}:{minute:02} UTC", month + 1, day + 1)
}

fn leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of(year: u64) -> u64 {
    if leap(year) { 366 } else { 365 }
}

fn month_days(year: u64, month: usize) -> u64 {
    match month {
        1 if leap(year) => 29,
        1 => 28,
        3 | 5 | 8 | 10 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn seconds_become_dates_in_leap_years_and_others() {
        assert_eq!(written(0), "1970-01-01 00:00 UTC");
        assert_eq!(written(951_782_399), "2000-02-28 23:59 UTC");
        assert_eq!(written(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(written(4_107_542_399), "2100-02-28 23:59 UTC");
        assert_eq!(written(4_107_542_400), "2100-03-01 00:00 UTC");
    }
}
