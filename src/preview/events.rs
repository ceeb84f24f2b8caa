//! The stream of events, which stays open.

use std::io::{self, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::session::{Response, Session, Status};

/// The time after which a comment shows that the stream is alive.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Returns the response that begins a stream.
pub fn response() -> Response {
    Response::new(Status::Ok, "text/event-stream", Vec::new())
}

/// Sends the last state and what follows, until the client goes or the session ends.
///
/// # Errors
/// The client has gone.
pub fn stream(session: &Session, stream: &mut TcpStream) -> io::Result<()> {
    let mut seen = session.first_events();
    while let Some(events) = session.events(&mut seen, HEARTBEAT) {
        let mut text = String::new();
        for event in &events {
            text += &format!("event: {}\ndata: {}\n\n", event.name, event.data);
        }
        if events.is_empty() {
            text += ":\n\n";
        }
        stream.write_all(text.as_bytes())?;
        stream.flush()?;
    }
    Ok(())
}
