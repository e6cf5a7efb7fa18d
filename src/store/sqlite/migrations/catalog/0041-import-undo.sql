-- What imports changed, so that an operator can undo them: records as they were before the import, in compressed parts
-- (src/store/sqlite/catalog/undo-journal.ts). Parts are dropped after 30 days.
CREATE TABLE import_undo (
  import_id INTEGER NOT NULL,
  part      INTEGER NOT NULL, -- 1, 2, …: later parts hold later changes
  records   BLOB NOT NULL,
  PRIMARY KEY (import_id, part)
) STRICT;

-- How many parts an import wrote; 0 = it changed no item, author or category; -1 = too many changes to keep.
ALTER TABLE import_log ADD COLUMN undo_parts INTEGER NOT NULL DEFAULT 0;
-- The import that undid this one, and the one that this one undid.
ALTER TABLE import_log ADD COLUMN undone_by INTEGER;
ALTER TABLE import_log ADD COLUMN undo_of INTEGER;
