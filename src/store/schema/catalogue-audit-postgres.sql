CREATE TRIGGER catalogue_audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON catalogue_audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
