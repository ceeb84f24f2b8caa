//! Many jobs at once, their results in the order of the jobs.
//!
//! Each hand does one job after the other. How far one may run ahead of a job that takes long is
//! bounded, so that what waits to be told does not fill the memory. Uses nothing of the other
//! modules.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How many jobs may be done and not yet told, for each hand.
const AHEAD: usize = 64;

/// Somebody who does jobs.
pub type Hand<'a, J, R> = Box<dyn FnMut(J) -> R + Send + 'a>;

/// Does all jobs that `next` gives until it gives none. `report` is told of each in their order, as
/// soon as those before it are done; until it returns, nothing else is told.
///
/// # Errors
/// The threads cannot be started.
pub fn work<J: Send, R: Send>(
    hands: Vec<Hand<J, R>>,
    next: impl FnMut() -> Option<J> + Send,
    report: impl FnMut(R) + Send,
) -> io::Result<()> {
    let ahead = AHEAD * hands.len();
    let jobs = Mutex::new((0, next));
    let order = Mutex::new(InOrder {
        next: 0,
        waiting: BTreeMap::new(),
        report,
    });
    let told = Condvar::new();
    let (jobs, order, told) = (&jobs, &order, &told);
    std::thread::scope(|scope| {
        for mut hand in hands {
            let work = move || {
                let take = || {
                    let mut jobs = locked(jobs);
                    let (count, next) = &mut *jobs;
                    let index = *count;
                    let waits = |order: &mut InOrder<R, _>| index >= order.next + ahead;
                    drop(told.wait_while(locked(order), waits));
                    *count += 1;
                    next().map(|job| (index, job))
                };
                while let Some((index, job)) = take() {
                    let result = hand(job);
                    locked(order).put(index, result);
                    told.notify_all();
                }
            };
            std::thread::Builder::new().spawn_scoped(scope, work)?;
        }
        Ok(())
    })
}

/// A lock that a fault of ours has poisoned still guards what is whole: results are put in at once.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Passes results on in the order of the jobs.
struct InOrder<R, F> {
    next: usize,
    waiting: BTreeMap<usize, R>,
    report: F,
}

impl<R, F: FnMut(R)> InOrder<R, F> {
    fn put(&mut self, index: usize, result: R) {
        self.waiting.insert(index, result);
        while let Some(result) = self.waiting.remove(&self.next) {
            self.next += 1;
            (self.report)(result);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_told_in_the_order_of_the_jobs() {
        let hands = (0..3)
            .map(|_| -> Hand<usize, usize> { Box::new(|job| job * 2) })
            .collect();
        let mut jobs = 0..1000;
        let mut told = Vec::new();
        work(hands, || jobs.next(), |result| told.push(result)).expect("threads");
        assert_eq!(told, (0..1000).map(|job| job * 2).collect::<Vec<_>>());
    }
}
