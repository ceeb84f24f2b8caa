//! The HTTP server: connections, each in a thread of its own, up to a number.

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::diagnostic::{Diagnostic, rule};
use crate::export::content_hash;
use crate::preview::access::{Access, Admission, with_policy};
use crate::preview::editor::EditorCommand;
use crate::preview::events;
use crate::preview::http::{Incoming, begin, send};
use crate::preview::page;
use crate::profile::MAX_SIZE;
use crate::session::{self, Head, Response, Session, Status};

/// The connections that are answered at once.
const MAX_CONNECTIONS: usize = 64;

/// The streams of events among them, so that some are left for other requests.
const MAX_STREAMS: usize = 24;

/// The first of the ports that files have, below those that systems give out.
const FIRST_PORT: u16 = 20_000;

/// The number of these ports.
const PORTS: u16 = 10_000;

/// The stack of a connection's thread, in bytes; nothing is rendered in it.
const STACK: usize = 8 << 20;

/// The size of a body to accept, in bytes: the largest profile, in which JSON may escape every
/// character.
#[expect(clippy::cast_possible_truncation, reason = "a few megabytes")]
const MAX_BODY: usize = 2 * MAX_SIZE as usize;

/// How a server is reached.
#[derive(Debug, Clone, Default)]
pub struct ServerOptions {
    /// The port; that of the file, or else any free one, if `None`.
    pub port: Option<u16>,
    /// The names of hosts to allow besides those of this machine.
    pub hosts: Vec<String>,
    /// The command that opens the profile in an editor.
    pub editor: Option<EditorCommand>,
}

/// A server of one session, which ends with the process.
pub struct Server {
    inner: Arc<Inner>,
}

struct Inner {
    access: Access,
    session: Arc<Session>,
    editor: Option<EditorCommand>,
    connections: Arc<AtomicUsize>,
    streams: Arc<AtomicUsize>,
    /// The connections that have not sent a whole head, the oldest first.
    silent: Mutex<VecDeque<Silent>>,
}

/// A connection that has not sent a whole head.
struct Silent {
    /// Its client.
    peer: SocketAddr,
    stream: TcpStream,
}

/// One of a limited number, until it is dropped.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(counter: &Arc<AtomicUsize>, most: usize) -> Option<Self> {
        let place = Self(Arc::clone(counter));
        // Dropping the place gives it back.
        (counter.fetch_add(1, Ordering::AcqRel) < most).then_some(place)
    }

    /// Takes a place for which another is about to be given back.
    fn replace(counter: &Arc<AtomicUsize>) -> Self {
        counter.fetch_add(1, Ordering::AcqRel);
        Self(Arc::clone(counter))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Server {
    /// Listens on this machine only. The port is that of the profile, unless the options have one.
    ///
    /// # Errors
    /// The port is in use, or the system has no threads or random numbers.
    pub fn start(
        session: Arc<Session>,
        profile: &Path,
        options: ServerOptions,
    ) -> Result<Self, Diagnostic> {
        let listener = listen(options.port, profile)?;
        let port = listener.local_addr().map_err(no_server)?.port();
        let inner = Arc::new(Inner {
            access: Access::new(port, &options.hosts)?,
            session,
            editor: options.editor,
            connections: Arc::default(),
            streams: Arc::default(),
            silent: Mutex::default(),
        });
        let accepting = Arc::clone(&inner);
        std::thread::Builder::new()
            .name("http".to_owned())
            .spawn(move || accept(&listener, &accepting))
            .map_err(no_server)?;
        Ok(Self { inner })
    }

    /// Returns an address for the command line of a browser, which opens the page once; `None` if
    /// it was used.
    pub fn launch_address(&self) -> Option<String> {
        self.inner.access.launch_address()
    }

    /// Returns the address that opens the page, with the token.
    pub fn address(&self) -> String {
        self.inner.access.address()
    }
}

/// Listens on a port of this machine.
fn listen(port: Option<u16>, file: &Path) -> Result<TcpListener, Diagnostic> {
    let Some(port) = port else {
        // Such as a second preview of the file.
        return bind(port_of(file)).or_else(|_| bind(0)).map_err(no_server);
    };
    bind(port).map_err(|error| {
        let message = format!("cannot listen on port {port} of this machine: {error}");
        Diagnostic::error(rule::USAGE, message).hint("leave out `--port` for a free one")
    })
}

fn bind(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

/// Returns the port of a file, which is always the same: browsers keep by the port what a page
/// remembers.
fn port_of(file: &Path) -> u16 {
    let path = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
    let hash = content_hash(&path);
    let number = u16::from_str_radix(&hash[..4], 16).unwrap_or_default();
    FIRST_PORT + number % PORTS
}

fn no_server(error: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error(rule::INTERNAL, format!("cannot start the server: {error}"))
}

fn accept(listener: &TcpListener, inner: &Arc<Inner>) {
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Such as too many open files: others may be closed meanwhile.
            std::thread::sleep(std::time::Duration::from_millis(50));
            continue;
        };
        let place = match Place::take(&inner.connections, MAX_CONNECTIONS) {
            Some(place) => place,
            // A program that connects and says nothing must not keep others away.
            None if inner.close_a_silent_one() => Place::replace(&inner.connections),
            // One too many is closed.
            None => continue,
        };
        // Before its thread runs, which on a busy machine may be later than many connections.
        let peer = inner.note_silent(&stream);
        let inner = Arc::clone(inner);
        let connection = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || {
                inner.connection(stream, peer);
                drop(place);
            });
        // A connection without a thread is closed.
        drop(connection);
    }
}

impl Inner {
    fn connection(&self, mut stream: TcpStream, peer: Option<SocketAddr>) {
        // Small messages are not held back.
        drop(stream.set_nodelay(true));
        let incoming = Incoming::read(&mut stream);
        self.silent().retain(|silent| Some(silent.peer) != peer);
        let response = match incoming {
            Ok(incoming) => self.answer(incoming, &mut stream),
            Err(response) => response,
        };
        if let Some(response) = response {
            // A client that has gone does not read it.
            drop(send(&with_policy(response), &mut stream));
        }
    }

    /// Notes a connection that has not sent its head; returns its client.
    fn note_silent(&self, stream: &TcpStream) -> Option<SocketAddr> {
        let peer = stream.peer_addr().ok()?;
        let stream = stream.try_clone().ok()?;
        self.silent().push_back(Silent { peer, stream });
        Some(peer)
    }

    /// Closes the oldest connection that has not sent its head; returns whether there was one.
    fn close_a_silent_one(&self) -> bool {
        let oldest = self.silent().pop_front();
        oldest.is_some_and(|oldest| oldest.stream.shutdown(Shutdown::Both).is_ok())
    }

    fn silent(&self) -> MutexGuard<'_, VecDeque<Silent>> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the response; `None` if it was sent, or the client has gone.
    fn answer(&self, incoming: Incoming, stream: &mut TcpStream) -> Option<Response> {
        let is_head = incoming.head.is_head();
        let answer = self.answer_to(incoming, stream);
        let response = answer.unwrap_or_else(|response| response)?;
        Some(if is_head {
            response.without_body()
        } else {
            response
        })
    }

    fn answer_to(
        &self,
        mut incoming: Incoming,
        stream: &mut TcpStream,
    ) -> Result<Option<Response>, Option<Response>> {
        let head = &incoming.head;
        if self.access.check(head).map_err(Some)? == Admission::NeedsCookie {
            let response = Response::empty(Status::SeeOther);
            let response = response.header("Location", "/");
            return Ok(Some(response.header("Set-Cookie", self.access.cookie())));
        }
        if head.route_method() == "GET" && head.path == "/events" {
            self.events(head, stream)?;
            return Ok(None);
        }
        if let Some(file) = page::file(head) {
            return Ok(Some(file));
        }
        let opens_editor = head.method == "POST" && head.path == "/open";
        if !opens_editor {
            session::check(&self.session, head).map_err(Some)?;
        }
        let body = incoming.body(stream, MAX_BODY)?;
        Ok(Some(if opens_editor {
            page::open(&self.session, self.editor.as_ref(), &body)
        } else {
            session::answer(&self.session, incoming.head, body)
        }))
    }

    /// Sends events until the client goes, or only the head that says that they would follow.
    fn events(&self, head: &Head, stream: &mut TcpStream) -> Result<(), Option<Response>> {
        let Some(_place) = Place::take(&self.streams, MAX_STREAMS) else {
            let message = "the preview is open too often";
            return Err(Some(Response::error(Status::Unavailable, message)));
        };
        let begun = begin(&with_policy(events::response()), stream);
        if head.is_head() {
            return begun.map_err(|_| None);
        }
        begun
            .and_then(|()| events::stream(&self.session, stream))
            .map_err(|_| None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_own_port() {
        let port = port_of(Path::new("/home/ada/cv.toml"));
        assert_eq!(port, port_of(Path::new("/home/ada/cv.toml")));
        assert_ne!(port, port_of(Path::new("/home/ada/other.toml")));
        assert!((FIRST_PORT..FIRST_PORT + PORTS).contains(&port));
    }
}
