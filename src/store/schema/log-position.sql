-- How far a copy that follows PostgreSQL has come (src/store/postgres/log/head.ts). Without a key, so no changeset holds it.
CREATE TABLE log_position (store text NOT NULL, no bigint NOT NULL, change text NOT NULL);
INSERT INTO log_position VALUES ('', 0, '');
