-- One-time codes (RFC 6238), their recovery codes, and the browsers that a user has signed in with.
-- Compatible with the previous release, which signs users in by password alone and reads none of these.
alter table tenants add column requires_second_factor boolean not null default false;

-- The secret is encrypted. A code of `last_step` or an earlier step was used. Each factor has another id.
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  id uuid not null,
  secret text not null,
  last_step bigint not null,
  created_at timestamptz not null default now()
);

create table factor_recovery_codes (
  user_id uuid not null references second_factors (user_id) on delete cascade,
  hash text not null,
  primary key (user_id, hash)
);

-- `mark` is the id in the browser's cookie. `trusted_for` is a digest of the factor and the password at the time: another
-- one ends the trust. `report_hash` is that of the token in the mail about the first sign-in.
create table known_devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  mark text not null,
  user_agent text not null,
  ip text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null,
  trusted_until timestamptz,
  trusted_for text,
  forgotten_at timestamptz,
  report_hash text unique,
  report_until timestamptz,
  unique (user_id, mark)
);
create index known_devices_by_use on known_devices (last_used_at);
