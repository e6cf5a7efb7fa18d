-- Blocked search terms, similar words, and counts of queries.

-- Whoever changes terms or words locks this row first: limits on how many there are hold, and no change is missed.
CREATE TABLE search_term_state (
  id               integer PRIMARY KEY CHECK (id = 1),
  blocked_revision bigint NOT NULL,
  similar_revision bigint NOT NULL
);

INSERT INTO search_term_state VALUES (1, 0, 0);

-- The keys hold what search cannot tell apart.
CREATE TABLE blocked_term (
  term_key text COLLATE "C" PRIMARY KEY,
  term     text COLLATE "C" NOT NULL
);

CREATE TABLE similar_word (
  word_key text COLLATE "C" PRIMARY KEY,
  word     text COLLATE "C" NOT NULL,
  group_id bigint NOT NULL
);

CREATE INDEX similar_word_group ON similar_word (group_id);

-- Searches by KST day number that found nothing (kind '') or were corrected. Texts that are not kept are ''.
CREATE TABLE search_query_day (
  day   integer NOT NULL,
  kind  text COLLATE "C" NOT NULL,
  query text COLLATE "C" NOT NULL,
  used  text COLLATE "C" NOT NULL,
  calls bigint NOT NULL,
  PRIMARY KEY (day, kind, query, used)
);
