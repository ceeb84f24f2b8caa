mod fonts;
