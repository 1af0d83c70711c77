-- The fill level of each bucket of tries (identity/limits/throttle.ts); an expired row counts as empty.
create table throttles (
  key text primary key,
  drained_at timestamptz not null
);
create index throttles_by_drain on throttles (drained_at);

create index sessions_by_last_use on sessions (last_used_at);
