-- Searches may also be answered by the beginning of a word, or without one of their words.

CREATE TABLE search_query_day_next (
  day   INTEGER NOT NULL,
  kind  TEXT NOT NULL CHECK (kind IN ('', 'keyboard', 'spelling', 'spacing', 'similar', 'prefix', 'partial')),
  query TEXT NOT NULL,
  used  TEXT NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (day, kind, query, used)
) STRICT, WITHOUT ROWID;

INSERT INTO search_query_day_next SELECT day, kind, query, used, calls FROM search_query_day;
DROP TABLE search_query_day;
ALTER TABLE search_query_day_next RENAME TO search_query_day;
