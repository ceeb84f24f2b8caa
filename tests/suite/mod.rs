mod cli;
mod external;
mod fonts;
mod print;
mod templates;
mod typography;
