-- Every attempt to import a feed has a line now, also one that came to nothing. It is written before the feed is read and
-- completed when the attempt ends. A line that says "running" while nobody holds import.lock is that of a process that died.
ALTER TABLE import_log ADD COLUMN outcome TEXT NOT NULL DEFAULT 'imported'
  CHECK (outcome IN ('running', 'unfinished', 'imported', 'braked', 'refused', 'failed', 'interrupted'));
ALTER TABLE import_log ADD COLUMN bytes INTEGER;
ALTER TABLE import_log ADD COLUMN warning_count INTEGER NOT NULL DEFAULT 0;
-- JSON: {problems, warnings, cause}, the first of each with their reasons in every language.
ALTER TABLE import_log ADD COLUMN findings TEXT;

-- When the first items came: one row, or none. An item without a registration that comes within a day of them belongs to the
-- first load.
CREATE TABLE first_load (
  began_at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO first_load SELECT 0 WHERE EXISTS (SELECT 1 FROM item);
