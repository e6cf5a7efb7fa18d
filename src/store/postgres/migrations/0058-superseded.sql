-- Compatible from 0057.
-- The timeline of a server that has taken over from this one while it was away; 0 while this is the primary
-- (docs/postgresql.md#failover). Written to a former primary by instances that know better.
ALTER TABLE catalog.state ADD COLUMN superseded_by integer NOT NULL DEFAULT 0;
