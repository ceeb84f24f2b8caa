//! A small client of the preview: plain HTTP, and the stream of events.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value as Json;

use crate::support::sandbox::Sandbox;

/// A running preview, which ends when this is dropped.
pub struct Preview {
    /// The process.
    pub child: Child,
    /// The port.
    pub port: u16,
    /// The token in the address.
    pub token: String,
}

/// A response.
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The head.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Reply {
    /// Returns a header by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    /// Returns the body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the body as JSON.
    #[track_caller]
    pub fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", self.text()))
    }
}

impl Preview {
    /// Starts a command such as `preview a.toml` with further arguments.
    pub fn start(sandbox: &Sandbox, arguments: &str, further: &[&str]) -> Self {
        let mut command = sandbox.command(arguments);
        command.arg("--no-open").args(further);
        Self::run(&mut command)
    }

    /// Runs a command that writes the address.
    pub fn run(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe"))
            .read_line(&mut line)
            .expect("a line");
        let address = line.trim().strip_prefix("http://127.0.0.1:");
        let (port, token) = address
            .and_then(|rest| rest.split_once("/?token="))
            .unwrap_or_else(|| panic!("no address: {line}"));
        Self {
            child,
            port: port.parse().expect("a port"),
            token: token.to_owned(),
        }
    }

    /// Connects without sending anything.
    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(("127.0.0.1", self.port)).expect("a connection")
    }

    /// Sends a request as written, and returns the response.
    pub fn send(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // The server may refuse before it has read everything.
        drop(stream.write_all(request));
        let mut bytes = Vec::new();
        drop(stream.read_to_end(&mut bytes));
        let end = bytes.windows(4).position(|part| part == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no head: {}", String::from_utf8_lossy(&bytes)));
        let head = String::from_utf8(bytes[..end].to_vec()).expect("a head");
        let status = head.split(' ').nth(1).expect("a status");
        Reply {
            status: status.parse().expect("a number"),
            body: bytes[end + 4..].to_vec(),
            head,
        }
    }

    /// Returns the cookie of a browser that has opened the address.
    pub fn cookie(&self) -> String {
        format!("cvpress-{}={}", self.port, self.token)
    }

    /// Sends a request with these headers and no others than the length.
    pub fn bare(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut request = format!("{method} {path} HTTP/1.1\r\n");
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if method != "GET" {
            request += &format!("Content-Length: {}\r\n", body.len());
        }
        self.send(format!("{request}\r\n{body}").as_bytes())
    }

    /// Gets a path as the page does.
    pub fn get(&self, path: &str) -> Reply {
        let (host, cookie) = (self.host(), self.cookie());
        self.bare("GET", path, &[("Host", &host), ("Cookie", &cookie)], "")
    }

    /// Sends a body as the page does, with further headers.
    pub fn write(&self, method: &str, path: &str, further: &[(&str, &str)], body: &Json) -> Reply {
        let (host, cookie) = (self.host(), self.cookie());
        let origin = format!("http://{host}");
        let mut headers = vec![
            ("Host", host.as_str()),
            ("Cookie", &cookie),
            ("Origin", &origin),
            ("Content-Type", "application/json"),
        ];
        headers.extend(further);
        self.bare(method, path, &headers, &body.to_string())
    }

    /// Posts a body as the page does.
    pub fn post(&self, path: &str, body: &Json) -> Reply {
        self.write("POST", path, &[], body)
    }

    /// Returns the host that the page names.
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Opens the stream of events.
    pub fn events(&self) -> EventStream {
        let mut stream = self.connect();
        let (host, cookie) = (self.host(), self.cookie());
        let request = format!("GET /events HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("a connection");
        let mut lines = BufReader::new(stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            assert_ne!(lines.read_line(&mut line).expect("a head"), 0);
        }
        EventStream { lines }
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// An event of the stream.
pub struct StreamEvent {
    /// The name.
    pub name: String,
    /// The data.
    pub data: Json,
}

/// An open stream of events.
pub struct EventStream {
    lines: BufReader<TcpStream>,
}

impl EventStream {
    /// Waits for the next event.
    pub fn next(&mut self) -> StreamEvent {
        let mut name = String::new();
        loop {
            let mut line = String::new();
            let count = self.lines.read_line(&mut line).expect("a line");
            assert_ne!(count, 0, "the stream has ended");
            if let Some(text) = line.strip_prefix("event: ") {
                text.trim().clone_into(&mut name);
            } else if let Some(text) = line.strip_prefix("data: ") {
                let data = serde_json::from_str(text).expect("JSON");
                return StreamEvent { name, data };
            }
        }
    }

    /// Waits for a state for which a condition holds.
    pub fn state(&mut self, is_expected: impl Fn(&Json) -> bool) -> Json {
        loop {
            let event = self.next();
            if event.name == "state" && is_expected(&event.data) {
                return event.data;
            }
        }
    }
}
