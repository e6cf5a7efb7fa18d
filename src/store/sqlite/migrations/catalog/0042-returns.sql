-- Cancellations of single copies of a line. Several may name the same line; the time tells them apart, 0 stands for an
-- unknown one. One may be here before its line.
CREATE TABLE sale_return (
  order_no        INTEGER NOT NULL,
  line_no         INTEGER NOT NULL,
  cancelled_at_ms INTEGER NOT NULL,
  quantity        INTEGER NOT NULL,
  received_at_ms  INTEGER NOT NULL,
  late            INTEGER NOT NULL,
  PRIMARY KEY (order_no, line_no, cancelled_at_ms)
) STRICT, WITHOUT ROWID;

-- Copies of the line that were taken back in time; follows sale_return in the same transaction.
ALTER TABLE sale ADD COLUMN returned INTEGER NOT NULL DEFAULT 0;
