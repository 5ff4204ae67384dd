//! Bringing columns into another order, on all threads.

use crate::parallel::Pool;

/// Room to put one column aside; grows to the widest column and stays.
#[derive(Default)]
pub(crate) struct Aside(Vec<CacheLine>);

/// What any column may be aligned to.
#[derive(Clone, Copy)]
#[repr(align(64))]
#[allow(dead_code)]
struct CacheLine([u8; 64]);

impl Aside {
    /// Makes `column[k]` what `column[order[k]]` was. `order` must hold every row once.
    pub(crate) fn permute<T: Send>(&mut self, pool: &Pool, column: &mut [T], order: &[u32]) {
        let n = column.len();
        if size_of::<T>() == 0 || n == 0 {
            return;
        }
        assert!(order.len() == n && align_of::<T>() <= align_of::<CacheLine>());
        let lines = size_of_val(column).div_ceil(size_of::<CacheLine>());
        if self.0.len() < lines {
            self.0.resize(lines, CacheLine([0; 64]));
        }
        // SAFETY: the room is large enough and aligned. Items are moved as bytes into it, each once since an order has
        // every row once, and back; in between nothing runs that could panic or read the column, so every item is
        // owned once when this is done. `MaybeUninit` needs no dropping.
        #[allow(unsafe_code)]
        let aside =
            unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast::<std::mem::MaybeUninit<T>>(), n) };
        // SAFETY: a `MaybeUninit<T>` has the layout of a `T`; what is copied twice is used once.
        #[allow(unsafe_code)]
        let column = unsafe { &mut *(std::ptr::from_mut(column) as *mut [std::mem::MaybeUninit<T>]) };
        let from = Bits(&*column);
        pool.chunks(&mut aside[..], |start, aside| {
            let column = from.get();
            for (to, row) in aside.iter_mut().zip(&order[start..]) {
                // SAFETY: reading bytes of an item that stays where it is until the second loop.
                #[allow(unsafe_code)]
                unsafe {
                    std::ptr::copy_nonoverlapping(&raw const column[*row as usize], to, 1);
                }
            }
        });
        let from = Bits(&*aside);
        pool.chunks(column, |start, column| {
            let n = column.len();
            // SAFETY: bytes back into the column, to where no other chunk writes.
            #[allow(unsafe_code)]
            unsafe {
                std::ptr::copy_nonoverlapping(from.get()[start..].as_ptr(), column.as_mut_ptr(), n);
            }
        });
    }
}

/// Bytes of items that are moved, not used: any thread may read them.
struct Bits<'a, T>(&'a [std::mem::MaybeUninit<T>]);

impl<T> Bits<'_, T> {
    fn get(&self) -> &[std::mem::MaybeUninit<T>] {
        self.0
    }
}

// SAFETY: see above; `T` is `Send` where this is made.
#[allow(unsafe_code)]
unsafe impl<T> Sync for Bits<'_, T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_any_kind_come_into_order_and_nothing_is_lost() {
        for threads in [1, 3] {
            let (pool, mut aside) = (Pool::new(threads), Aside::default());
            for n in [0usize, 1, 300, 5000] {
                let order: Vec<u32> = (0..n).map(|k| (k * 7919 % n.max(1)) as u32).collect();
                let mut names: Vec<Box<str>> = (0..n).map(|k| k.to_string().into()).collect();
                let mut small: Vec<u8> = (0..n).map(|k| k as u8).collect();
                let mut nothing = vec![(); n];
                aside.permute(&pool, &mut names, &order);
                aside.permute(&pool, &mut small, &order);
                aside.permute(&pool, &mut nothing, &order);
                for (k, row) in order.iter().enumerate() {
                    assert_eq!((&*names[k], small[k]), (&*row.to_string(), *row as u8));
                }
            }
        }
    }
}
