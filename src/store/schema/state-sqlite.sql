-- What state.sql leaves to SQLite: all counted calls, spent keys and an audit log that only grows.

-- The calls of each account and day, up to this moment.
CREATE VIEW call_total AS SELECT account_id, day, calls FROM usage_total;

CREATE TRIGGER api_key_deleted AFTER DELETE ON api_key BEGIN
  INSERT INTO spent_key (hash) VALUES (OLD.hash);
END;

CREATE TRIGGER api_key_spent BEFORE INSERT ON api_key
WHEN EXISTS (SELECT 1 FROM spent_key WHERE hash = NEW.hash) BEGIN
  SELECT RAISE(ABORT, 'this key was issued before');
END;

CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;

CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
