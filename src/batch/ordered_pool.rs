//! Runs many jobs at once, and passes on their results in the order of the jobs.
//!
//! Each worker takes one job after the other. How far the workers may run ahead of a slow job is
//! bounded, so that waiting results do not fill the memory. Uses no other module.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The number of results per worker that may wait for an earlier one.
const AHEAD: usize = 64;

/// A function that does one job after the other on its own thread.
pub type PoolWorker<'a, J, R> = Box<dyn FnMut(J) -> R + Send + 'a>;

/// Does all jobs that `next` returns, until it returns none. Calls `report` with each result in the
/// order of the jobs, one at a time.
///
/// # Errors
/// The threads cannot be started.
pub fn run<J: Send, R: Send>(
    workers: Vec<PoolWorker<J, R>>,
    next: impl FnMut() -> Option<J> + Send,
    report: impl FnMut(R) + Send,
) -> io::Result<()> {
    let pool = Pool {
        ahead: AHEAD * workers.len(),
        jobs: Mutex::new(Jobs { taken: 0, next }),
        results: Mutex::new(InOrder {
            next: 0,
            waiting: BTreeMap::new(),
            report,
        }),
        reported: Condvar::new(),
    };
    std::thread::scope(|scope| {
        for mut worker in workers {
            let pool = &pool;
            std::thread::Builder::new().spawn_scoped(scope, move || {
                while let Some((index, job)) = pool.take() {
                    pool.put(index, worker(job));
                }
            })?;
        }
        Ok(())
    })
}

struct Pool<N, F, R> {
    /// The number of jobs by which the workers may run ahead.
    ahead: usize,
    jobs: Mutex<Jobs<N>>,
    results: Mutex<InOrder<R, F>>,
    /// Signals that results were reported.
    reported: Condvar,
}

struct Jobs<N> {
    taken: usize,
    next: N,
}

impl<J, R, N: FnMut() -> Option<J>, F: FnMut(R)> Pool<N, F, R> {
    /// Returns the next job and its index, as soon as the workers are not too far ahead.
    fn take(&self) -> Option<(usize, J)> {
        let mut jobs = lock(&self.jobs);
        let index = jobs.taken;
        let is_far_ahead = |results: &mut InOrder<R, F>| index >= results.next + self.ahead;
        drop(self.reported.wait_while(lock(&self.results), is_far_ahead));
        jobs.taken += 1;
        let job = (jobs.next)()?;
        Some((index, job))
    }

    fn put(&self, index: usize, result: R) {
        lock(&self.results).put(index, result);
        self.reported.notify_all();
    }
}

/// Locks a mutex even if a thread has panicked with it: results are put in whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reports results in the order of the jobs.
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
    fn reports_results_in_order_of_jobs() {
        let mut workers: Vec<PoolWorker<usize, usize>> = Vec::new();
        for _ in 0..3 {
            workers.push(Box::new(|job| job * 2));
        }
        let mut jobs = 0..1000;
        let mut results = Vec::new();
        run(workers, || jobs.next(), |result| results.push(result)).expect("threads");
        assert_eq!(results, (0..1000).map(|job| job * 2).collect::<Vec<_>>());
    }
}
