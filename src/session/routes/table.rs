//! The table of routes.

use crate::session::Session;
use crate::session::options::Mode;
use crate::session::request::{Head, Request, Response, Status};
use crate::session::routes::{edit, image, import, language, pages, profile, view};

/// Answers a request.
type Answer = fn(&Session, &Request) -> Result<Response, Response>;

/// A route.
struct Route {
    method: &'static str,
    /// The path; the part in place of a `*` at its end is [`Request::rest`].
    path: &'static str,
    /// Whether it exists only where the profile is edited.
    edits: bool,
    /// The answer.
    answer: Answer,
}

/// All routes besides the stream of events.
const ROUTES: &[Route] = &[
    view_route("GET", "/page/*", pages::picture),
    view_route("GET", "/text/*", pages::text),
    view_route("GET", "/thumbnail/*", pages::thumbnail),
    view_route("GET", "/export", pages::export),
    view_route("POST", "/view", view::change),
    view_route("GET", "/profile", profile::read),
    edit_route("PUT", "/profile", profile::save),
    edit_route("POST", "/draft", profile::draft),
    edit_route("POST", "/edit", edit::edit),
    edit_route("POST", "/form", edit::form),
    edit_route("POST", "/outline", edit::outline),
    edit_route("GET", "/samples", edit::samples),
    edit_route("POST", "/new", edit::new_profile),
    edit_route("POST", "/complete", language::completions),
    edit_route("POST", "/hover", language::description),
    edit_route("POST", "/format", language::formatted),
    edit_route("POST", "/import", import::opened),
    edit_route("POST", "/image", image::add),
];

const fn view_route(method: &'static str, path: &'static str, answer: Answer) -> Route {
    Route {
        method,
        path,
        edits: false,
        answer,
    }
}

const fn edit_route(method: &'static str, path: &'static str, answer: Answer) -> Route {
    Route {
        method,
        path,
        edits: true,
        answer,
    }
}

/// A route with the part of the path that it leaves open.
struct FoundRoute<'p> {
    route: &'static Route,
    rest: &'p str,
}

/// Answers a request to a session.
pub fn answer(session: &Session, head: Head, body: Vec<u8>) -> Response {
    let answered = find(session, &head).map(|FoundRoute { route, rest }| (route, rest.to_owned()));
    let answered =
        answered.and_then(|(route, rest)| (route.answer)(session, &Request { head, rest, body }));
    answered.unwrap_or_else(|response| response)
}

/// Checks that a request to a session has an answer, before its body is known.
///
/// # Errors
/// The response if it has none.
pub fn check(session: &Session, head: &Head) -> Result<(), Response> {
    find(session, head).map(drop)
}

fn find<'h>(session: &Session, head: &'h Head) -> Result<FoundRoute<'h>, Response> {
    let mut allowed = Vec::new();
    for route in ROUTES
        .iter()
        .filter(|route| !route.edits || session.mode() == Mode::Edit)
    {
        let rest = match route.path.strip_suffix('*') {
            Some(start) => head.path.strip_prefix(start),
            None => (head.path == route.path).then_some(""),
        };
        let Some(rest) = rest else {
            continue;
        };
        if route.method == head.route_method() {
            return Ok(FoundRoute { route, rest });
        }
        allowed.push(route.method);
        if route.method == "GET" {
            allowed.push("HEAD");
        }
    }
    if allowed.is_empty() {
        let message = "there is nothing at this path";
        return Err(Response::error(Status::NotFound, message));
    }
    let message = "this method is not for this path";
    let response = Response::error(Status::MethodNotAllowed, message);
    Err(response.header("Allow", allowed.join(", ")))
}
