-- Failures that browsers report, by module, version and cause. Compatible with the previous release, which reads neither
-- table. The figures follow `failure_people` by a second.
create table failures (
  id uuid primary key,
  module text not null,
  version text not null,
  digest text not null,
  kind text not null,
  name text not null,
  message text not null,
  stack jsonb not null,
  people integer not null,
  times integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  tenants jsonb not null,
  browsers jsonb not null,
  unique (module, version, digest)
);
create index failures_by_time on failures (last_at);

-- A report writes the row of its person only, so that thousands of people report the same failure without waiting for
-- each other.
create table failure_people (
  failure_id uuid not null references failures (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  tenant text not null,
  browser text not null,
  times integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (failure_id, user_id)
);
create index failure_people_by_user on failure_people (user_id);
create index failure_people_by_tenant on failure_people (tenant);
create index failure_people_by_time on failure_people (last_at);
