-- What operators look through: the audit log by its filters, newest first, and requests for more calls by their decision.

CREATE INDEX audit_at ON audit (at_ms);
CREATE INDEX audit_actor ON audit (actor, at_ms);
CREATE INDEX audit_action ON audit (action, at_ms);
CREATE INDEX audit_actor_action ON audit (actor, action, at_ms);
CREATE INDEX audit_target ON audit (target, at_ms);

-- What was granted, which may be less or more than what was asked for.
ALTER TABLE quota_request ADD COLUMN granted_quota INTEGER CHECK (granted_quota >= 1);

CREATE INDEX quota_request_decided ON quota_request (decided_at_ms) WHERE decided_at_ms IS NOT NULL;

-- Whether an operator is left is asked before one loses the role.
CREATE INDEX account_operator ON account (account_id) WHERE role = 'operator';
