//! Requests to a session and its responses, in the terms of HTTP, however they are carried.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The status of a response.
#[expect(missing_docs, reason = "the names are those of RFC 9110, section 15")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Ok = 200,
    Accepted = 202,
    SeeOther = 303,
    BadRequest = 400,
    Unauthorized = 401,
    Forbidden = 403,
    NotFound = 404,
    MethodNotAllowed = 405,
    RequestTimeout = 408,
    Conflict = 409,
    LengthRequired = 411,
    PayloadTooLarge = 413,
    UnsupportedMediaType = 415,
    UnprocessableContent = 422,
    PreconditionRequired = 428,
    HeadTooLarge = 431,
    InternalError = 500,
    Unavailable = 503,
}

impl Status {
    /// Returns the code (RFC 9110, section 15).
    pub fn code(self) -> u16 {
        self as u16
    }

    /// Returns the phrase of the code.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Ok => "OK",
            Self::Accepted => "Accepted",
            Self::SeeOther => "See Other",
            Self::BadRequest => "Bad Request",
            Self::Unauthorized => "Unauthorized",
            Self::Forbidden => "Forbidden",
            Self::NotFound => "Not Found",
            Self::MethodNotAllowed => "Method Not Allowed",
            Self::RequestTimeout => "Request Timeout",
            Self::Conflict => "Conflict",
            Self::LengthRequired => "Length Required",
            Self::PayloadTooLarge => "Content Too Large",
            Self::UnsupportedMediaType => "Unsupported Media Type",
            Self::UnprocessableContent => "Unprocessable Content",
            Self::PreconditionRequired => "Precondition Required",
            Self::HeadTooLarge => "Request Header Fields Too Large",
            Self::InternalError => "Internal Server Error",
            Self::Unavailable => "Service Unavailable",
        }
    }
}

/// The head of a request.
#[derive(Debug, Clone, Default)]
pub struct Head {
    /// The method, such as `GET`.
    pub method: String,
    /// The path without the query.
    pub path: String,
    /// The query; empty if there is none.
    pub query: String,
    /// The headers, with their names in lower case.
    pub headers: Vec<(String, String)>,
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

    /// Returns the headers.
    pub fn headers(&self) -> &[(&'static str, String)] {
        &self.headers
    }

    /// Returns the body.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// Returns whether the body is left out.
    pub fn omits_body(&self) -> bool {
        self.omits_body
    }
}
