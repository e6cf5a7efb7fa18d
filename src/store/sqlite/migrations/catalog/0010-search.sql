-- Keyword search: tokens of every item (src/search/search-document.ts), and the keys that results are sorted by.

-- The tokens themselves, made by src/search/tokenise.ts; the ascii tokeniser only cuts them at blanks again.
-- No text is kept. Row id = item_id. columnsize stays on: contentless_delete needs it.
CREATE VIRTUAL TABLE search_index USING fts5 (
  title,       -- title, subtitle, original title
  contributor,
  publisher,
  series,
  content = '',
  contentless_delete = 1,
  detail = column,
  tokenize = 'ascii'
);

-- One narrow row an item, so that sorting thousands of hits does not page through fragments.
-- Whether an item is withheld is asked of item itself: an operator changes it without an import.
CREATE TABLE search_doc (
  item_id          INTEGER PRIMARY KEY,
  catalog          INTEGER NOT NULL, -- as in item, and the two below
  publish_day      INTEGER,
  registered_at_ms INTEGER NOT NULL,
  title_key        TEXT NOT NULL     -- the title without blanks, punctuation and case
) STRICT;

CREATE INDEX item_isbn10 ON item (isbn10) WHERE isbn10 <> '';
