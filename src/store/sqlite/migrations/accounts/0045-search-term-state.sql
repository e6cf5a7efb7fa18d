-- The name that the table has in PostgreSQL, too.
ALTER TABLE search_desk_state RENAME TO search_term_state;
