CREATE TRIGGER catalogue_audit_no_update BEFORE UPDATE ON catalogue_audit
  BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER catalogue_audit_no_delete BEFORE DELETE ON catalogue_audit
  BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
