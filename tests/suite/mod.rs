mod cli;
mod external;
mod fonts;
mod print;
mod readme;
mod templates;
mod typography;
