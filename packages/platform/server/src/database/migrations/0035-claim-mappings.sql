-- Values of claims of providers that give applications or groups, and the users whose claims have them.
-- Compatible with the previous release: it reads the same columns of the view, and needs none of the new tables.
-- `provider_id` is null for all providers of the tenant.
create table claim_mappings (
  id uuid primary key,
  tenant text not null references tenants (key) on delete cascade,
  provider_id uuid references sign_in_providers (id) on delete cascade,
  claim text not null,
  value text not null,
  module text,
  group_id uuid,
  created_at timestamptz not null default now(),
  check ((module is null) <> (group_id is null)),
  foreign key (tenant, module) references apps (tenant, module) on delete cascade,
  foreign key (group_id, tenant) references groups (id, tenant) on delete cascade
);
create unique index claim_mappings_once on claim_mappings
  (tenant, claim, value, coalesce(module, ''), coalesce(group_id::text, ''), coalesce(provider_id::text, ''));

-- As the last sign-in or refresh found them. A user who leaves the tenant loses them.
create table claim_matches (
  mapping_id uuid not null references claim_mappings (id) on delete cascade,
  provider_id uuid not null references sign_in_providers (id) on delete cascade,
  tenant text not null,
  user_id uuid not null,
  primary key (mapping_id, provider_id, user_id),
  foreign key (tenant, user_id) references tenant_members (tenant, user_id) on delete cascade
);
create index claim_matches_by_user on claim_matches (user_id, tenant);

-- The provider's refresh tokens, encrypted. A refresh is due at `next_refresh_at`.
create table provider_tokens (
  session_id uuid primary key references sessions (id) on delete cascade,
  refresh_token text not null,
  next_refresh_at timestamptz not null
);

-- The tokens that announced the end of a session at a provider. Each counts once.
create table used_logout_tokens (
  provider_id uuid not null references sign_in_providers (id) on delete cascade,
  jti_hash text not null,
  expires_at timestamptz not null,
  primary key (provider_id, jti_hash)
);

-- `provider_id` is that of a match.
create or replace view grant_sources as
  select user_id, tenant, module, null::uuid as group_id, null::uuid as provider_id from app_grants
  union all
  select m.user_id, a.tenant, a.module, a.group_id, null
    from group_members m join group_apps a on a.group_id = m.group_id
  union all
  select c.user_id, m.tenant, m.module, null, c.provider_id
    from claim_matches c join claim_mappings m on m.id = c.mapping_id where m.module is not null
  union all
  select c.user_id, a.tenant, a.module, a.group_id, c.provider_id
    from claim_matches c join claim_mappings m on m.id = c.mapping_id join group_apps a on a.group_id = m.group_id;
