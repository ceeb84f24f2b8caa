mod fonts;
mod print;
