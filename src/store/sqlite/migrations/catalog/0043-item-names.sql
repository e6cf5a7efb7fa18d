-- Numbers that items have for names of the shop's own. A name keeps its number for ever, whatever becomes of the item.
CREATE TABLE item_name (
  name    TEXT PRIMARY KEY, -- 'external:' or 'isbn13:' and the name
  item_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX item_name_number ON item_name (item_id);

-- Items that came from another source than the shop itself, such as a token of its own: a full feed removes only items of
-- its own source.
CREATE TABLE item_source (
  item_id INTEGER PRIMARY KEY,
  source  TEXT NOT NULL
) STRICT;
