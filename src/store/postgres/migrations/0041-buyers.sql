-- The namesakes of 0050-buyers.sql in the replica: which secret buyers were stored under, and whose months' order lines were deleted.

CREATE TABLE catalog.buyer_key (
  id          bigint PRIMARY KEY CHECK (id = 1),
  check_value bigint NOT NULL,
  commit_no   bigint NOT NULL
);

CREATE TABLE catalog.sale_month_deleted (
  month         bigint PRIMARY KEY,
  lines         bigint NOT NULL,
  deleted_at_ms bigint NOT NULL,
  commit_no     bigint NOT NULL
);
