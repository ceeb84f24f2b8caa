mod cli;
mod fonts;
mod print;
mod templates;
mod typography;
