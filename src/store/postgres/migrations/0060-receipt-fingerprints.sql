-- What a request with an idempotency key said: the key alone doesn't make two requests the same. Empty = not noted.
-- Also for accounts.db.
ALTER TABLE feed_receipt ADD COLUMN fingerprint text NOT NULL DEFAULT '';
