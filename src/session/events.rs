//! The events of a session: of each kind only the last.

use std::sync::Arc;

/// An event of the stream.
#[derive(Debug, Clone)]
pub struct Event {
    /// The name.
    pub name: &'static str,
    /// The data, one line of JSON.
    pub data: Arc<str>,
}

/// The numbers of the last events that a reader has seen.
#[derive(Debug, Clone, Copy, Default)]
pub struct SeenEvents(pub [usize; 3]);

/// The events, each with its number.
#[derive(Default)]
pub struct Events {
    /// The state, the findings, and the place to show.
    pub slots: [(usize, Option<Event>); 3],
}

impl Events {
    pub const STATE: usize = 0;
    pub const FINDINGS: usize = 1;
    pub const REVEAL: usize = 2;

    pub fn set(&mut self, slot: usize, name: &'static str, data: &str) {
        let (number, event) = &mut self.slots[slot];
        *number += 1;
        *event = Some(Event {
            name,
            data: data.into(),
        });
    }

    pub fn news(&self, seen: &mut SeenEvents) -> Vec<Event> {
        let mut events = Vec::new();
        for ((number, event), seen) in self.slots.iter().zip(&mut seen.0) {
            if *number > *seen {
                events.extend(event.clone());
                *seen = *number;
            }
        }
        events
    }
}
