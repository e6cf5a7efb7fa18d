/** Longest blocked term or similar word, in characters. */
export const TERM_LENGTH_MAX = 50;
/** Most blocked terms: each is looked for in every query. */
export const BLOCKED_TERMS_MAX = 1000;
/** Most words that are similar to each other. */
export const SIMILAR_WORDS_MAX = 20;
/** Most groups of similar words. */
export const SIMILAR_GROUPS_MAX = 10_000;
/** Decisions about blocked terms that are kept. */
export const TERM_DECISIONS_MAX = 1000;
/** Days of counted queries that are kept, today included. */
export const QUERY_DAYS = 90;
/** Most different queries of a day that are kept by their text; further ones are counted together. */
export const QUERIES_A_DAY_MAX = 2000;
