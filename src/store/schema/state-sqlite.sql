-- The part of the schema of accounts that only SQLite has.

-- The calls of each account and day, today included.
CREATE VIEW call_total AS SELECT account_id, day, calls FROM usage_total;

CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
