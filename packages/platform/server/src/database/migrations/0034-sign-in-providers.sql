-- The OpenID providers of a tenant, the accounts there of its users, and the sessions that these started.
-- Compatible with the previous release, which signs users in by password only.
alter table tenants add column passwords_off boolean not null default false;

-- The secret is encrypted. `creates_users`: a first sign-in adds the user. `ends_sessions`: a session of the portal ends
-- when that of the provider does.
create table sign_in_providers (
  id uuid primary key,
  tenant text not null references tenants (key) on delete cascade,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret text not null,
  domains jsonb not null default '[]',
  creates_users boolean not null default false,
  ends_sessions boolean not null default false,
  created_at timestamptz not null default now(),
  unique (tenant, issuer, client_id)
);

-- A provider identifies a user by `subject` for ever; an e-mail may get another owner.
create table user_identities (
  provider_id uuid not null references sign_in_providers (id) on delete cascade,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider_id, subject)
);
create index user_identities_by_user on user_identities (user_id);

-- `provider_sid` is the session at the provider, if it names one (OpenID Connect Back-Channel Logout, section 2.1).
alter table sessions add column provider_id uuid;
alter table sessions add column provider_sid text;
create index sessions_by_provider on sessions (provider_id, provider_sid) where provider_id is not null;
