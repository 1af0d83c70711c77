/** Matches a text without control characters and halves of surrogate pairs, which PostgreSQL's `jsonb` refuses. */
export const oneLine = /^[^\p{Cc}\p{Cs}]*$/u;
