-- The search index is kept in memory and in files of its own (docs/adr/0008). The catalogue only tells what changed.

DROP TABLE search_index;
DROP TABLE search_doc;

-- One row for every item there ever was. change_no grows with each change of an item or its sales index, and no two
-- rows have the same; text_no is that of the last change of its words. An item that is gone keeps its row.
CREATE TABLE search_item (
  item_id   INTEGER PRIMARY KEY,
  change_no INTEGER NOT NULL,
  text_no   INTEGER NOT NULL,
  texts     TEXT              -- src/search/search-texts.ts; NULL = as in the item's fragment
) STRICT;

INSERT INTO search_item (item_id, change_no, text_no)
SELECT item_id, row_number() OVER (ORDER BY item_id), row_number() OVER (ORDER BY item_id)
FROM item;

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
    text_no = (SELECT max(change_no) + 1 FROM search_item),
    texts = NULL
  WHERE item_id = old.item_id;
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

-- Tells this catalogue from every other, so that an index made of another one is not taken for its own.
CREATE TABLE search_state (
  id        INTEGER PRIMARY KEY CHECK (id = 1),
  catalogue TEXT NOT NULL
) STRICT;
INSERT INTO search_state VALUES (1, lower(hex(randomblob(16))));
