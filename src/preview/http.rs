//! As much of HTTP/1.1 as a browser needs: one request a connection, within limits of size and time.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The size of the head of a request to accept, in bytes.
const MAX_HEAD: usize = 16 << 10;

/// The number of headers to accept.
const MAX_HEADERS: usize = 64;

/// The time in which the head of a request must arrive.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// The time in which the body of a request must arrive.
const BODY_TIME: Duration = Duration::from_secs(20);

/// The time in which each part of a response must be read.
const WRITE_TIME: Duration = Duration::from_secs(20);

/// How much of a body that no one wants is read, so that the client sees the response.
const MAX_UNWANTED: u64 = 1 << 20;

/// The time in which an unwanted body must arrive.
const UNWANTED_TIME: Duration = Duration::from_secs(1);

/// The status of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Ok,
    Accepted,
    SeeOther,
    BadRequest,
    Unauthorized,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    Conflict,
    LengthRequired,
    PayloadTooLarge,
    UnsupportedMediaType,
    UnprocessableContent,
    PreconditionRequired,
    HeadTooLarge,
    InternalError,
    Unavailable,
}

impl Status {
    fn line(self) -> &'static str {
        match self {
            Self::Ok => "200 OK",
            Self::Accepted => "202 Accepted",
            Self::SeeOther => "303 See Other",
            Self::BadRequest => "400 Bad Request",
            Self::Unauthorized => "401 Unauthorized",
            Self::Forbidden => "403 Forbidden",
            Self::NotFound => "404 Not Found",
            Self::MethodNotAllowed => "405 Method Not Allowed",
            Self::RequestTimeout => "408 Request Timeout",
            Self::Conflict => "409 Conflict",
            Self::LengthRequired => "411 Length Required",
            Self::PayloadTooLarge => "413 Content Too Large",
            Self::UnsupportedMediaType => "415 Unsupported Media Type",
            Self::UnprocessableContent => "422 Unprocessable Content",
            Self::PreconditionRequired => "428 Precondition Required",
            Self::HeadTooLarge => "431 Request Header Fields Too Large",
            Self::InternalError => "500 Internal Server Error",
            Self::Unavailable => "503 Service Unavailable",
        }
    }
}

/// The head of a request, and the part of its body that came with it.
#[derive(Debug)]
pub struct Head {
    /// The method, such as `GET`.
    pub method: String,
    /// The path without the query.
    pub path: String,
    /// The query; empty if there is none.
    pub query: String,
    headers: Vec<(String, String)>,
    begun: Vec<u8>,
}

/// A request.
#[derive(Debug)]
pub struct Request {
    /// The head.
    pub head: Head,
    /// The part of the path that the route leaves open.
    pub rest: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Head {
    /// Returns the method of the routes that answer: `HEAD` is answered as `GET` is, without a body
    /// (RFC 9110, section 9.3.2).
    pub fn route_method(&self) -> &str {
        if self.is_head() { "GET" } else { &self.method }
    }

    /// Returns whether the client wants no body.
    pub fn is_head(&self) -> bool {
        self.method == "HEAD"
    }

    /// Returns the only header of a name in lower case; `None` if there are none or several.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(known, _)| known == name);
        let (_, value) = found.next()?;
        found.next().is_none().then_some(value.as_str())
    }

    /// Returns whether there is a header of this name in lower case.
    pub fn has_header(&self, name: &str) -> bool {
        self.headers.iter().any(|(known, _)| known == name)
    }

    /// Returns a value of the query. Values are as written: none that the page sends needs escapes.
    pub fn query_value(&self, name: &str) -> Option<&str> {
        let mut pairs = self
            .query
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        pairs
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    }

    /// Reads the head of a request.
    ///
    /// # Errors
    /// The response to a head that is malformed, too large or late; `None` if the client has gone.
    pub fn read(stream: &mut TcpStream) -> Result<Self, Option<Response>> {
        let deadline = Instant::now() + HEAD_TIME;
        let mut bytes = Vec::new();
        loop {
            if let Some(head) = parse(&bytes)? {
                return Ok(head);
            }
            if bytes.len() >= MAX_HEAD {
                let response = Response::error(Status::HeadTooLarge, "the head is too large");
                return Err(Some(response));
            }
            let mut buffer = [0; 4096];
            let space = buffer.len().min(MAX_HEAD - bytes.len());
            match read_before(stream, &mut buffer[..space], deadline) {
                Ok(0) => return Err(None),
                Ok(count) => bytes.extend_from_slice(&buffer[..count]),
                Err(error) => return Err(late(&error)),
            }
        }
    }

    /// Reads the body of the request.
    ///
    /// # Errors
    /// The response to a body that is too large or late, or whose length is unknown; `None` if the
    /// client has gone.
    pub fn body(
        &mut self,
        stream: &mut TcpStream,
        most: usize,
    ) -> Result<Vec<u8>, Option<Response>> {
        let mut body = std::mem::take(&mut self.begun);
        let Some(length) = self.length()? else {
            return Ok(Vec::new());
        };
        if length > most {
            let response = Response::error(Status::PayloadTooLarge, "the body is too large");
            return Err(Some(response));
        }
        body.truncate(length);
        let deadline = Instant::now() + BODY_TIME;
        let mut buffer = [0; 1 << 14];
        while body.len() < length {
            let space = buffer.len().min(length - body.len());
            match read_before(stream, &mut buffer[..space], deadline) {
                Ok(0) => return Err(None),
                Ok(count) => body.extend_from_slice(&buffer[..count]),
                Err(error) => return Err(late(&error)),
            }
        }
        Ok(body)
    }

    fn length(&self) -> Result<Option<usize>, Option<Response>> {
        if self.has_header("transfer-encoding") {
            let message = "the body needs a length";
            return Err(Some(Response::error(Status::LengthRequired, message)));
        }
        if !self.has_header("content-length") {
            return Ok(None);
        }
        let length = self.header("content-length").filter(|text| {
            // A sign would be parsed as well.
            text.bytes().all(|byte| byte.is_ascii_digit())
        });
        match length.and_then(|text| text.parse().ok()) {
            Some(length) => Ok(Some(length)),
            None => Err(Some(Response::error(
                Status::BadRequest,
                "the length of the body is malformed",
            ))),
        }
    }
}

impl Request {
    /// Reads the body as JSON.
    ///
    /// # Errors
    /// The response to other bodies.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Response> {
        serde_json::from_slice(&self.body).map_err(|error| {
            let message = format!("the body is not the expected JSON: {error}");
            Response::error(Status::BadRequest, &message)
        })
    }
}

fn parse(bytes: &[u8]) -> Result<Option<Head>, Option<Response>> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let length = match request.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => {
            let message = "there are too many headers";
            return Err(Some(Response::error(Status::HeadTooLarge, message)));
        }
        Err(error) => {
            let message = format!("the request is malformed: {error}");
            return Err(Some(Response::error(Status::BadRequest, &message)));
        }
    };
    let target = request.path.unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Ok(Some(Head {
        method: request.method.unwrap_or_default().to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        headers: request
            .headers
            .iter()
            .map(|header| (header.name.to_ascii_lowercase(), text(header.value)))
            .collect(),
        begun: bytes[length..].to_vec(),
    }))
}

fn text(value: &[u8]) -> String {
    String::from_utf8_lossy(value).into_owned()
}

/// Reads some bytes before a point in time.
fn read_before(stream: &mut TcpStream, buffer: &mut [u8], deadline: Instant) -> io::Result<usize> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    stream.set_read_timeout(Some(left))?;
    stream.read(buffer)
}

fn late(error: &io::Error) -> Option<Response> {
    let is_late = matches!(
        error.kind(),
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock
    );
    is_late.then(|| Response::error(Status::RequestTimeout, "the request came too slowly"))
}

/// A response.
#[derive(Debug, Clone)]
pub struct Response {
    /// The status.
    pub status: Status,
    headers: Vec<(&'static str, String)>,
    body: Arc<[u8]>,
    /// Whether the body is left out. Its length is still in the head.
    omits_body: bool,
}

impl Response {
    /// Creates a response of this media type.
    pub fn new(status: Status, media_type: &str, body: impl Into<Arc<[u8]>>) -> Self {
        Self {
            status,
            headers: vec![("Content-Type", media_type.to_owned())],
            body: body.into(),
            omits_body: false,
        }
    }

    /// Creates a response without a body.
    pub fn empty(status: Status) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: Arc::default(),
            omits_body: false,
        }
    }

    /// Creates a response in JSON.
    pub fn json(status: Status, value: &impl Serialize) -> Self {
        match serde_json::to_vec(value) {
            Ok(body) => Self::new(status, "application/json", body),
            Err(error) => Self::new(
                Status::InternalError,
                "text/plain; charset=utf-8",
                error.to_string().into_bytes(),
            ),
        }
    }

    /// Creates a response with an error message.
    pub fn error(status: Status, message: &str) -> Self {
        Self::json(status, &serde_json::json!({ "error": message }))
    }

    /// Leaves out the body, as for `HEAD`.
    #[must_use]
    pub fn without_body(mut self) -> Self {
        self.omits_body = true;
        self
    }

    /// Adds a header, whose value has no line breaks.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        let mut value = value.into();
        value.retain(|character| !character.is_control());
        self.headers.push((name, value));
        self
    }

    /// Returns whether there is a header of this name.
    pub fn has_header(&self, name: &str) -> bool {
        self.headers.iter().any(|(known, _)| *known == name)
    }

    /// Returns whether the body is of this media type.
    pub fn has_media_type(&self, media_type: &str) -> bool {
        let mut headers = self.headers.iter();
        headers.any(|(name, value)| *name == "Content-Type" && value == media_type)
    }

    /// Returns the head, which says that the connection ends after the body.
    fn head(&self) -> String {
        let mut head = format!("HTTP/1.1 {}\r\n", self.status.line());
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        head + "Connection: close\r\n"
    }

    /// Sends the response and ends the connection.
    ///
    /// # Errors
    /// The client has gone, or does not read.
    pub fn send(&self, stream: &mut TcpStream) -> io::Result<()> {
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let head = format!("{}Content-Length: {}\r\n\r\n", self.head(), self.body.len());
        stream.write_all(head.as_bytes())?;
        if !self.omits_body {
            stream.write_all(&self.body)?;
        }
        stream.flush()?;
        stream.shutdown(Shutdown::Write)?;
        drain(stream);
        Ok(())
    }

    /// Sends the head of a response whose body has no end.
    ///
    /// # Errors
    /// The client has gone, or does not read.
    pub fn begin(&self, stream: &mut TcpStream) -> io::Result<()> {
        stream.set_write_timeout(Some(WRITE_TIME))?;
        stream.write_all(format!("{}\r\n", self.head()).as_bytes())?;
        stream.flush()
    }
}

/// Reads what the client still sends. A connection that is closed before takes the response with it.
fn drain(stream: &mut TcpStream) {
    let deadline = Instant::now() + UNWANTED_TIME;
    let mut buffer = [0; 1 << 14];
    let mut read: u64 = 0;
    while read < MAX_UNWANTED {
        match read_before(stream, &mut buffer, deadline) {
            Ok(count) if count > 0 => read += count as u64,
            _ => break,
        }
    }
}
