-- What lists.sql leaves to PostgreSQL: the bytes of lists are compressed already, and read by a page of ranks at a time.
ALTER TABLE list ALTER entries SET STORAGE EXTERNAL;
-- Nightly runs update most rows. Half-empty pages have room for the new version of a row beside the old one.
ALTER TABLE list SET (fillfactor = 50);
