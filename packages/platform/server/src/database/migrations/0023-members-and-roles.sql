-- Members of tenants, the tenant of a session, and the roles of the console.
-- Compatible with the previous release: a trigger makes the users that it grants an app members of that tenant, and the
-- sessions that it starts have no tenant, so that they are valid in each tenant of their user.
-- The next release removes the trigger.
create table tenant_members (
  tenant text not null references tenants (key) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  joined_at timestamptz not null default now(),
  primary key (tenant, user_id)
);
create index tenant_members_by_user on tenant_members (user_id);

create function add_member() returns trigger language plpgsql as $$
begin
  insert into tenant_members (tenant, user_id) values (new.tenant, new.user_id) on conflict do nothing;
  return new;
end $$;
create trigger app_grants_add_member after insert on app_grants for each row execute function add_member();
-- After the trigger, so that no grant of a running server is missed.
insert into tenant_members (tenant, user_id) select distinct tenant, user_id from app_grants on conflict do nothing;

alter table sessions add column tenant text;
-- When the user last typed their password for a dangerous step.
alter table sessions add column confirmed_at timestamptz;

-- `tenant` is empty for a role in the whole portal; `modules` are those of a publisher.
create table user_roles (
  user_id uuid not null references users (id) on delete cascade,
  role text not null,
  tenant text not null default '',
  modules jsonb not null default '[]',
  granted_at timestamptz not null default now(),
  primary key (user_id, role, tenant)
);
create index user_roles_by_tenant on user_roles (tenant);

-- The sign-ins and refusals of one user.
create index audit_records_by_actor_id on audit_records (actor_id, at, id) where actor_id is not null;
create index audit_records_by_actor on audit_records (actor, at, id);
create index audit_records_by_action on audit_records (action, at, id);
create index audit_records_by_tenant on audit_records (tenant, at, id) where tenant is not null;
create index audit_records_by_user on audit_records (user_id, at desc) where user_id is not null;
