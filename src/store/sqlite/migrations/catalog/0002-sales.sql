-- The ledger of order lines. Rows are only ever added; whatever is published is counted from them.

-- Every order that a line or a cancellation named. The number begins with the KST day on which the order was
-- first heard of (day * 2^31 + running number): a month of lines lies together on disk, and orders with random
-- ids are still appended.
CREATE TABLE sale_order (
  order_no INTEGER PRIMARY KEY,
  order_id TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE sale (
  order_no       INTEGER NOT NULL,
  line_no        INTEGER NOT NULL,
  goods          INTEGER NOT NULL, -- item number, or minus the ISBN13 of a line that names only that
  quantity       INTEGER NOT NULL,
  unit_price     REAL,             -- won
  sold_at_ms     INTEGER NOT NULL,
  sex            INTEGER NOT NULL, -- 0 unknown, 1 M, 2 F
  age            INTEGER CHECK (age BETWEEN 0 AND 254), -- full years
  buyer          INTEGER,          -- 53 bits of a hash of the opaque reference; NULL = its own buyer
  buyer_type     INTEGER NOT NULL, -- position in BUYER_TYPES
  received_at_ms INTEGER NOT NULL,
  late           INTEGER NOT NULL, -- 1 = received after the month was closed and published
  cancelled      INTEGER NOT NULL, -- 1 = cancelled in time; follows sale_cancel in the same transaction
  stray_day      INTEGER,          -- KST day of the sale where it is not the day in order_no
  PRIMARY KEY (order_no, line_no)
) STRICT, WITHOUT ROWID;

CREATE INDEX sale_stray ON sale (stray_day) WHERE stray_day IS NOT NULL;

-- Cancellations of whole lines. One may be here before its line.
CREATE TABLE sale_cancel (
  order_no        INTEGER NOT NULL,
  line_no         INTEGER NOT NULL,
  cancelled_at_ms INTEGER NOT NULL,
  received_at_ms  INTEGER NOT NULL,
  late            INTEGER NOT NULL,
  PRIMARY KEY (order_no, line_no)
) STRICT, WITHOUT ROWID;

-- One row. revision grows with every transaction that adds to the ledger.
CREATE TABLE ledger_state (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  revision INTEGER NOT NULL
) STRICT;
INSERT INTO ledger_state VALUES (1, 0);

-- The months in which something was sold, and the ledger revision that last changed what they count.
CREATE TABLE sale_month (
  month    INTEGER PRIMARY KEY, -- KstMonth
  revision INTEGER NOT NULL
) STRICT;
