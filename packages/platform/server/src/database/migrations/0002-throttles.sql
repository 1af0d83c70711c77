-- How full each bucket of tries is (identity/limits/throttle-repository.ts); a row whose time has come says nothing.
create table throttles (
  key text primary key,
  drained_at timestamptz not null
);
create index throttles_by_drain on throttles (drained_at);

create index sessions_by_last_use on sessions (last_used_at);
