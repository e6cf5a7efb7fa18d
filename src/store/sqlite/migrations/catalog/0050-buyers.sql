-- Buyers in `sale` are numbers made with a secret of the installation (rankings/buyer-reference.ts). One row: a number
-- made with the same secret, by which a wrong secret is noticed. No row = the buyers there are still plain hashes.
CREATE TABLE buyer_key (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  check_value INTEGER NOT NULL
) STRICT;

-- Months whose order lines were deleted after their time. Their lists stay and are never counted again.
CREATE TABLE sale_month_deleted (
  month         INTEGER PRIMARY KEY, -- KstMonth
  lines         INTEGER NOT NULL,
  deleted_at_ms INTEGER NOT NULL
) STRICT;
