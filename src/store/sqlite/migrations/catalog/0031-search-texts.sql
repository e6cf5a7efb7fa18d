-- The words of items in a table of their own. A night changes the sales indices of a quarter of all items, and with them
-- rows of search_item all over the table: with words in them that was three times as much to be written.

CREATE TABLE search_text (
  item_id INTEGER PRIMARY KEY,
  texts   TEXT NOT NULL -- src/search/search-texts.ts; an item without a row says what is in its fragment
) STRICT;

INSERT INTO search_text (item_id, texts)
SELECT item_id, texts
FROM search_item
WHERE texts IS NOT NULL
ORDER BY item_id;

DROP TRIGGER search_item_figures;
DROP TRIGGER search_item_gone;
DROP TRIGGER search_item_sold;
DROP TRIGGER search_item_sold_again;
DROP TRIGGER search_item_unsold;

-- Made anew instead of without its column: the rows that are left would stay as far apart as they were.
ALTER TABLE search_item RENAME TO search_item_wide;

-- One row for every item there ever was. change_no grows with each change of an item or its sales index, and no two
-- rows have the same; text_no is that of the last change of its words. An item that is gone keeps its row.
CREATE TABLE search_item (
  item_id   INTEGER PRIMARY KEY,
  change_no INTEGER NOT NULL,
  text_no   INTEGER NOT NULL
) STRICT;

INSERT INTO search_item (item_id, change_no, text_no)
SELECT item_id, change_no, text_no
FROM search_item_wide
ORDER BY item_id;

DROP TABLE search_item_wide;

CREATE UNIQUE INDEX search_item_change ON search_item (change_no);

CREATE TRIGGER search_item_figures
AFTER UPDATE OF
  catalog, publish_day, registered_at_ms, shop_price, sale_price, deal_price, deal_from, deal_until, item_status, withheld
ON item
WHEN old.catalog <> new.catalog
  OR old.publish_day IS NOT new.publish_day
  OR old.registered_at_ms <> new.registered_at_ms
  OR old.shop_price <> new.shop_price
  OR old.sale_price <> new.sale_price
  OR old.deal_price IS NOT new.deal_price
  OR old.deal_from IS NOT new.deal_from
  OR old.deal_until IS NOT new.deal_until
  OR old.item_status <> new.item_status
  OR old.withheld <> new.withheld
BEGIN
  UPDATE search_item
  SET change_no = (SELECT max(change_no) + 1 FROM search_item)
  WHERE item_id = new.item_id;
END;

CREATE TRIGGER search_item_gone
AFTER DELETE ON item
BEGIN
  UPDATE search_item
  SET change_no = (SELECT max(change_no) + 1 FROM search_item),
    text_no = (SELECT max(change_no) + 1 FROM search_item)
  WHERE item_id = old.item_id;
  DELETE FROM search_text WHERE item_id = old.item_id;
END;

CREATE TRIGGER search_item_sold
AFTER INSERT ON item_sale_point
BEGIN
  UPDATE search_item
  SET change_no = (SELECT max(change_no) + 1 FROM search_item)
  WHERE item_id = new.item_id;
END;

CREATE TRIGGER search_item_sold_again
AFTER UPDATE OF sale_point ON item_sale_point
WHEN old.sale_point <> new.sale_point
BEGIN
  UPDATE search_item
  SET change_no = (SELECT max(change_no) + 1 FROM search_item)
  WHERE item_id = new.item_id;
END;

CREATE TRIGGER search_item_unsold
AFTER DELETE ON item_sale_point
BEGIN
  UPDATE search_item
  SET change_no = (SELECT max(change_no) + 1 FROM search_item)
  WHERE item_id = old.item_id;
END;
