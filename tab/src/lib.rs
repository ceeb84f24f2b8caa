//! The editor in a browser tab: the program in WebAssembly, which a worker of the page runs.
//!
//! A [`Tab`] is a session whose profile is in memory. The worker passes it the requests that the page
//! would otherwise send to the server of `cvpress edit`, and does what is due between them, so that of
//! several texts the latest is rendered. The same texts give the same bytes as on the command line.

use std::sync::LazyLock;

use cvpress::layout::Layouts;
use cvpress::pipeline::RenderOptions;
use cvpress::profile::PartialDate;
use cvpress::session::{
    Head, MemoryStore, Mode, Response, SeenEvents, Session, SessionOptions, View, ViewOptions,
    answer,
};
use cvpress::typeset::Engine;
use wasm_bindgen::prelude::wasm_bindgen;

/// The name that downloads begin with as long as the profile has no name of a person.
const STEM: &str = "cv";

/// The layouts and fonts; `None` if they are damaged, which the tests of cvpress exclude.
static ENGINE: LazyLock<Option<Engine>> =
    LazyLock::new(|| Engine::with_fonts_read_by(read_font).ok());

#[wasm_bindgen]
extern "C" {
    /// Reads a font file, which is beside the page.
    #[wasm_bindgen(js_name = cvpressFont)]
    fn font_file(path: &str) -> Option<Vec<u8>>;
}

fn read_font(path: &str) -> Option<Vec<u8>> {
    font_file(path)
}

/// A session of the editor.
#[wasm_bindgen]
pub struct Tab {
    session: Session,
    seen: SeenEvents,
}

/// The answer to a request.
#[wasm_bindgen]
pub struct TabAnswer {
    response: Response,
}

#[wasm_bindgen]
impl TabAnswer {
    /// Returns the status code.
    pub fn status(&self) -> u16 {
        self.response.status.code()
    }

    /// Returns the headers as a JSON object.
    pub fn headers(&self) -> String {
        let headers = self.response.headers().iter();
        let headers = headers.map(|(name, value)| ((*name).to_owned(), value.as_str().into()));
        serde_json::Value::Object(headers.collect()).to_string()
    }

    /// Returns the body.
    pub fn body(&self) -> Vec<u8> {
        self.response.body().to_vec()
    }
}

#[wasm_bindgen]
impl Tab {
    /// Creates a session with an empty profile, on a day, which messages about dates depend on; `None`
    /// if the fonts are damaged.
    pub fn open(year: u16, month: u8, day: u8) -> Option<Self> {
        let engine = ENGINE.as_ref()?;
        let render = RenderOptions {
            today: Some(PartialDate {
                year,
                month: Some(month),
                day: Some(day),
            }),
            ..RenderOptions::default()
        };
        let session = Session::new(SessionOptions {
            store: Box::new(MemoryStore::new(STEM)),
            mode: Mode::Edit,
            view: ViewOptions::default(),
            render,
            layouts: Box::new(Layouts::built_in),
            inline: Some(Box::new(View::new(engine))),
        });
        let seen = session.first_events();
        Some(Self { session, seen })
    }

    /// Answers a request. `target` is a path with its query, `headers` is a JSON object.
    pub fn answer(&self, method: &str, target: &str, headers: &str, body: &[u8]) -> TabAnswer {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let headers: std::collections::BTreeMap<String, String> =
            serde_json::from_str(headers).unwrap_or_default();
        let headers = headers.into_iter();
        let head = Head {
            method: method.to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            headers: headers
                .map(|(name, value)| (name.to_ascii_lowercase(), value))
                .collect(),
        };
        let response = answer(&self.session, head, body.to_vec());
        TabAnswer { response }
    }

    /// Does one thing that is due, such as rendering the latest text; returns whether there was one.
    pub fn step(&self) -> bool {
        self.session.step_inline()
    }

    /// Returns the events since the last call, as a JSON list of their names and data.
    pub fn events(&mut self) -> String {
        let events = self.session.news(&mut self.seen);
        let events = events.iter().map(|event| {
            let data = serde_json::from_str(&event.data).unwrap_or_default();
            serde_json::Value::Array(vec![event.name.into(), data])
        });
        serde_json::Value::Array(events.collect()).to_string()
    }
}
