-- What every ranking run asks of every item, next to each other: a run would otherwise read all fragments past it.
CREATE INDEX item_rank ON item (item_id, isbn13, publish_day, withheld, category_ids, registered_at_ms, deal_from,
  deal_until, attention_from, attention_until);
