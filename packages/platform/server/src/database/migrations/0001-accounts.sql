create table tenants (
  key text primary key,
  name text not null,
  logo text,
  accent text
);

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text,
  disabled_at timestamptz,
  created_at timestamptz not null
);

create table apps (
  tenant text not null references tenants (key),
  module text not null,
  name text not null,
  description text not null default '',
  primary key (tenant, module)
);

create table app_grants (
  user_id uuid not null references users (id) on delete cascade,
  tenant text not null,
  module text not null,
  primary key (user_id, tenant, module),
  foreign key (tenant, module) references apps (tenant, module) on delete cascade
);
create index app_grants_by_app on app_grants (tenant, module);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null,
  ip text not null,
  ended_at timestamptz
);
create index sessions_by_user on sessions (user_id);

create table refresh_tokens (
  hash text primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamptz not null,
  rotated_at timestamptz,
  expires_at timestamptz not null
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

create table recovery_codes (
  user_id uuid primary key references users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0
);

create table secrets (
  name text primary key,
  value text not null
);
