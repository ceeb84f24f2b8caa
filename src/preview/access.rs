//! Who may use the server: names of hosts, the token, and the origin of writes.
//!
//! Other programs and other web sites can reach a port of this machine. A name that is resolved to
//! it by a foreign server is refused by the list of hosts; a page of another site has neither the
//! token nor the cookie; and a write must come from a page of this server.

use std::sync::{Mutex, PoisonError};

use crate::diagnostic::{Diagnostic, rule};
use crate::session::{Head, Response, SVG, Status};

/// The hosts that are always allowed: this machine, also through a tunnel with another port.
const LOCAL_HOSTS: [&str; 2] = ["127.0.0.1", "localhost"];

/// The length of the token in bytes.
const TOKEN_SIZE: usize = 16;

/// What no page of this server may do.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What a picture may do when it is opened by itself: nothing.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
                              frame-ancestors 'none'; sandbox";

/// The rules of access.
#[derive(Debug)]
pub struct Access {
    port: u16,
    hosts: Vec<String>,
    token: String,
    /// The token of the address that a browser is started with, until it is used.
    launch: Mutex<Option<String>>,
}

/// A request that may pass.
#[derive(Debug, PartialEq, Eq)]
pub enum Admission {
    /// It has the cookie.
    Granted,
    /// It has the token, and gets the cookie.
    NeedsCookie,
}

impl Access {
    /// Creates the rules with a new token. `hosts` are allowed besides this machine.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn new(port: u16, hosts: &[String]) -> Result<Self, Diagnostic> {
        let hosts = hosts.iter().map(|host| host.to_ascii_lowercase());
        Ok(Self {
            port,
            hosts: hosts.collect(),
            token: new_token()?,
            launch: Mutex::new(Some(new_token()?)),
        })
    }

    /// Returns the address that opens the page.
    pub fn address(&self) -> String {
        self.address_with(&self.token)
    }

    /// Returns an address that opens the page once. Other users can see with which address a
    /// browser is started; when they do, it has been used.
    pub fn launch_address(&self) -> Option<String> {
        let launch = self.launch.lock().unwrap_or_else(PoisonError::into_inner);
        launch.as_deref().map(|token| self.address_with(token))
    }

    fn address_with(&self, token: &str) -> String {
        format!("http://127.0.0.1:{}/?token={token}", self.port)
    }

    /// Returns the cookie of a browser that has the token.
    pub fn cookie(&self) -> String {
        let name = self.cookie_name();
        format!("{name}={}; HttpOnly; SameSite=Strict; Path=/", self.token)
    }

    /// Browsers share cookies between the ports of a host.
    fn cookie_name(&self) -> String {
        format!("cvpress-{}", self.port)
    }

    /// Checks a request before its body is read.
    ///
    /// # Errors
    /// The response that refuses it.
    pub fn check(&self, head: &Head) -> Result<Admission, Response> {
        let host = head.header("host").unwrap_or_default();
        if !self.is_allowed(host) {
            let message = "this name of the server is not allowed; see `--allow-host`";
            return Err(Response::error(Status::Forbidden, message));
        }
        let site = head.header("sec-fetch-site");
        let token = head.query_value("token").unwrap_or_default();
        let opens_page = head.route_method() == "GET" && head.path == "/";
        if opens_page && (self.is_token(token) || self.launches(token)) {
            return Ok(Admission::NeedsCookie);
        }
        if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
            return Err(Response::error(
                Status::Forbidden,
                "another site asks for this",
            ));
        }
        if !self.has_cookie(head) {
            return Err(unauthorized());
        }
        if head.route_method() != "GET" {
            check_write(head, host, site)?;
        }
        Ok(Admission::Granted)
    }

    fn is_allowed(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => &host,
        };
        LOCAL_HOSTS.contains(&name) || self.hosts.iter().any(|known| known == name)
    }

    fn has_cookie(&self, head: &Head) -> bool {
        let name = self.cookie_name();
        let cookies = head.header("cookie").unwrap_or_default().split(';');
        cookies
            .filter_map(|cookie| cookie.trim().split_once('='))
            .any(|(known, value)| known == name && self.is_token(value))
    }

    fn is_token(&self, text: &str) -> bool {
        are_equal(&self.token, text)
    }

    /// Returns whether this is the token that a browser was started with, the first time.
    fn launches(&self, text: &str) -> bool {
        let mut launch = self.launch.lock().unwrap_or_else(PoisonError::into_inner);
        launch.take_if(|token| are_equal(token, text)).is_some()
    }
}

/// Returns a random token in hexadecimal digits.
fn new_token() -> Result<String, Diagnostic> {
    let mut bytes = [0; TOKEN_SIZE];
    getrandom::fill(&mut bytes).map_err(|error| {
        let message = format!("cannot make a random number: {error}");
        Diagnostic::error(rule::INTERNAL, message)
    })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Compares in a time that does not depend on the place of the first difference.
fn are_equal(known: &str, given: &str) -> bool {
    if known.len() != given.len() {
        return false;
    }
    let pairs = known.bytes().zip(given.bytes());
    std::hint::black_box(pairs.fold(0, |all, (a, b)| all | (a ^ b))) == 0
}

fn check_write(head: &Head, host: &str, site: Option<&str>) -> Result<(), Response> {
    let origin = head.header("origin").unwrap_or_default();
    // A tunnel may end the encryption.
    let schemes = ["http://", "https://"].iter();
    let mut names = schemes.filter_map(|scheme| origin.strip_prefix(scheme));
    let is_own = names.any(|name| name.eq_ignore_ascii_case(host));
    // A tunnel may also replace the host; what a browser says of the site no page can change.
    if !is_own && site != Some("same-origin") {
        let message = "changes must come from a page of this server";
        return Err(Response::error(Status::Forbidden, message));
    }
    let media_type = head.header("content-type").unwrap_or_default();
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    if !media_type.eq_ignore_ascii_case("application/json") {
        let message = "the body must be application/json";
        return Err(Response::error(Status::UnsupportedMediaType, message));
    }
    Ok(())
}

fn unauthorized() -> Response {
    let page = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
                <title>cvpress</title>\n<h1>This page needs its token</h1>\n\
                <p>Open the address that <code>cvpress</code> shows in the terminal. It ends in \
                <code>?token=…</code>, and each start has a new one.</p>\n";
    Response::new(
        Status::Unauthorized,
        "text/html; charset=utf-8",
        page.as_bytes(),
    )
}

/// Adds the headers that every response has.
pub fn with_policy(response: Response) -> Response {
    let policy = if response.has_media_type(SVG) {
        PICTURE_POLICY
    } else {
        POLICY
    };
    let response = response
        .header("Content-Security-Policy", policy)
        .header("X-Content-Type-Options", "nosniff")
        .header("Cross-Origin-Resource-Policy", "same-origin")
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Referrer-Policy", "no-referrer");
    if response.has_header("Cache-Control") {
        response
    } else {
        response.header("Cache-Control", "no-store")
    }
}
