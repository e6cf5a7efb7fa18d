-- Entries of lists are already compact, so PostgreSQL shouldn't compress them.
ALTER TABLE list ALTER entries SET STORAGE EXTERNAL;
-- A nightly run updates most rows. Half-empty pages have room for the new version of a row, so indexes needn't change.
ALTER TABLE list SET (fillfactor = 50);
