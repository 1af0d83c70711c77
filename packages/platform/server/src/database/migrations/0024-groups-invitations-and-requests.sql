-- Groups of a tenant, invitations, and requests for access.
-- Compatible with the previous release: it reads neither the new tables nor the views, so it sees only direct grants.
-- While both releases run, its processes do not show a user the applications of their groups. Fill groups once the
-- previous release has stopped.
create table groups (
  id uuid primary key,
  tenant text not null references tenants (key) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  unique (id, tenant)
);
create unique index groups_by_name on groups (tenant, lower(name));

-- The references keep a group within its tenant: who leaves the tenant leaves its groups.
create table group_members (
  group_id uuid not null,
  tenant text not null,
  user_id uuid not null,
  primary key (group_id, user_id),
  foreign key (group_id, tenant) references groups (id, tenant) on delete cascade,
  foreign key (tenant, user_id) references tenant_members (tenant, user_id) on delete cascade
);
create index group_members_by_user on group_members (user_id, tenant);

create table group_apps (
  group_id uuid not null,
  tenant text not null,
  module text not null,
  primary key (group_id, module),
  foreign key (group_id, tenant) references groups (id, tenant) on delete cascade,
  foreign key (tenant, module) references apps (tenant, module) on delete cascade
);
create index group_apps_by_app on group_apps (tenant, module);

-- Where the access of a user to an application comes from; `group_id` is null for a direct grant.
create view grant_sources as
  select user_id, tenant, module, null::uuid as group_id from app_grants
  union all
  select m.user_id, a.tenant, a.module, a.group_id from group_members m join group_apps a on a.group_id = m.group_id;

-- What each user may use. Everything that decides about access reads this view.
-- Users with a role may use the console in the tenants where it holds.
create view effective_grants as
  select user_id, tenant, module from grant_sources
  union
  select r.user_id, m.tenant, 'console' from user_roles r
    join tenant_members m on m.user_id = r.user_id and r.tenant in ('', m.tenant);

-- `module` is empty in a request for access without a certain application.
create table access_requests (
  id uuid primary key,
  tenant text not null,
  user_id uuid not null,
  module text not null default '',
  reason text not null,
  created_at timestamptz not null,
  unique (tenant, user_id, module),
  foreign key (tenant, user_id) references tenant_members (tenant, user_id) on delete cascade
);
create index access_requests_by_time on access_requests (tenant, created_at, id);

-- `hash` is that of the token in the mailed link; null until the mail is sent. No column says whether the address
-- already has an account: an administrator may read every row of their tenant.
create table invitations (
  id uuid primary key,
  tenant text not null references tenants (key) on delete cascade,
  email text not null,
  name text not null,
  modules jsonb not null default '[]',
  group_ids jsonb not null default '[]',
  locale text not null,
  origin text not null,
  hash text unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  next_try_at timestamptz,
  tries integer not null default 0,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
create unique index invitations_open on invitations (tenant, email) where accepted_at is null and withdrawn_at is null;
create index invitations_by_time on invitations (tenant, created_at desc, id);
create index invitations_by_email on invitations (email);
create index invitations_by_expiry on invitations (expires_at);
create index invitations_to_send on invitations (next_try_at) where next_try_at is not null;
