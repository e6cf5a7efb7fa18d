-- Rows of catalog.gone are kept for 30 days. A replica that has not followed for longer is copied again.
ALTER TABLE catalog.gone ADD COLUMN gone_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX ON catalog.gone (gone_at);

-- The last commit whose rows may have been dropped.
ALTER TABLE catalog.state ADD COLUMN gone_until bigint NOT NULL DEFAULT 0;
