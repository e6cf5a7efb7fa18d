-- The namesake of 0051-excluded-buyers.sql in the replica.
ALTER TABLE catalog.restatement ADD COLUMN buyer bigint;
