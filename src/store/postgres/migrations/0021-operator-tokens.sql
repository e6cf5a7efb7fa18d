-- Tokens with which a shop's machines bring feeds. The value is kept as the HMAC of a key is; a name may be issued again after
-- it was revoked.
CREATE TABLE operator_token (
  token_id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name          text COLLATE "C" NOT NULL,
  hash          bytea NOT NULL UNIQUE,
  issued_at_ms  bigint NOT NULL,
  revoked_at_ms bigint
);

CREATE UNIQUE INDEX operator_token_live ON operator_token (name) WHERE revoked_at_ms IS NULL;

-- First answers to requests with an Idempotency-Key, kept for a day.
CREATE TABLE feed_receipt (
  name           text COLLATE "C" NOT NULL,
  request_key    text COLLATE "C" NOT NULL,
  answered_at_ms bigint NOT NULL,
  status         integer NOT NULL,
  body           text NOT NULL,
  PRIMARY KEY (name, request_key)
);

-- Held by the instance that fills an empty database with the demo catalogue.
INSERT INTO catalog.lease VALUES ('demo', gen_random_uuid(), 0, '-infinity');
