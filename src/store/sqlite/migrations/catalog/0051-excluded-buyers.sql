-- A restatement may leave out a buyer, too. The number under which the buyer is stored in `sale`.
ALTER TABLE restatement ADD COLUMN buyer INTEGER;
