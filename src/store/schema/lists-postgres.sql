-- What lists.sql leaves to PostgreSQL: the bytes of lists are compressed already, and read by a page of ranks at a time.
ALTER TABLE list ALTER entries SET STORAGE EXTERNAL;
