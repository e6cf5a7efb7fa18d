-- Operators have one of four roles; those of before keep all their rights.

DROP INDEX account_operator;
ALTER TABLE account RENAME COLUMN role TO role_before;
ALTER TABLE account ADD COLUMN role TEXT NOT NULL DEFAULT 'developer'
  CHECK (role IN ('developer', 'viewer', 'support', 'shop', 'owner'));
UPDATE account SET role = 'owner' WHERE role_before = 'operator';
ALTER TABLE account DROP COLUMN role_before;

-- Whether an owner is left is asked before one loses the role.
CREATE INDEX account_owner ON account (account_id) WHERE role = 'owner';
