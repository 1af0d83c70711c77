-- Directories that manage the members and groups of a tenant by SCIM: their tokens, and what they store.
-- Compatible with the previous release: it reads the same columns of the view, and needs none of the new ones. While both
-- releases run, its processes let a suspended member sign in, and the view gives them no application.
create table scim_tokens (
  id uuid primary key,
  tenant text not null references tenants (key) on delete cascade,
  hash text not null unique,
  name text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  created_by text,
  expires_at timestamptz
);
create index scim_tokens_by_tenant on scim_tokens (tenant, created_at);

-- A suspended member keeps grants, groups and roles for their return.
alter table tenant_members add column suspended_at timestamptz;
create index tenant_members_suspended on tenant_members (user_id, tenant) where suspended_at is not null;

-- The names of a member in the directory.
create table directory_users (
  tenant text not null,
  user_id uuid not null,
  external_id text,
  user_name text not null,
  given_name text not null default '',
  family_name text not null default '',
  changed_at timestamptz not null,
  primary key (tenant, user_id),
  foreign key (tenant, user_id) references tenant_members (tenant, user_id) on delete cascade
);
create unique index directory_users_by_name on directory_users (tenant, lower(user_name));
create index directory_users_by_external_id on directory_users (tenant, external_id);

alter table groups add column is_directory boolean not null default false;
alter table groups add column external_id text;
alter table groups add column changed_at timestamptz;
create index groups_by_external_id on groups (tenant, external_id) where external_id is not null;

create or replace view effective_grants as
  select user_id, tenant, module from (
    select user_id, tenant, module from grant_sources
    union
    select r.user_id, m.tenant, 'console' from user_roles r
      join tenant_members m on m.user_id = r.user_id and r.tenant in ('', m.tenant)) g
  where not exists (select from tenant_members s
    where s.user_id = g.user_id and s.tenant = g.tenant and s.suspended_at is not null);
