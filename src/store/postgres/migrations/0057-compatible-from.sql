-- Which programs go on working after a migration: those that know at least this older one. NULL: only those that know it.
ALTER TABLE schema_migration ADD COLUMN compatible_from integer;
