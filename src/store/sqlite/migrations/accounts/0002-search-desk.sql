-- Blocked search terms, similar words, and counts of queries. They lie beside the accounts because an import can
-- hold the catalogue file for a long time.

CREATE TABLE search_desk_state (
  id               INTEGER PRIMARY KEY CHECK (id = 1),
  blocked_revision INTEGER NOT NULL,
  similar_revision INTEGER NOT NULL
) STRICT;

INSERT INTO search_desk_state VALUES (1, 0, 0);

-- The keys hold what search cannot tell apart.
CREATE TABLE blocked_term (
  term_key TEXT PRIMARY KEY,
  term     TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE similar_word (
  word_key TEXT PRIMARY KEY,
  word     TEXT NOT NULL,
  group_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX similar_word_group ON similar_word (group_id);

-- Searches by KST day number that found nothing (kind '') or were mended. Texts that are not kept are ''.
CREATE TABLE search_query_day (
  day   INTEGER NOT NULL,
  kind  TEXT NOT NULL CHECK (kind IN ('', 'spelling', 'keyboard', 'spacing', 'similar')),
  query TEXT NOT NULL,
  used  TEXT NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (day, kind, query, used)
) STRICT, WITHOUT ROWID;
