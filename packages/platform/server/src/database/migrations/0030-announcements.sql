-- Announcements to the users of a tenant, or of all tenants if `tenant` is null; with `module`, to those who may use it.
-- A notification ends at its begin. `notified_to` is the last user who has it, in the order of ids, until all have it.
-- Compatible with the previous release: it neither reads nor writes the table.
create table announcements (
  id uuid primary key,
  tenant text references tenants (key) on delete cascade,
  module text,
  delivery text not null check (delivery in ('banner', 'notification')),
  kind text not null check (kind in ('information', 'warning')),
  texts jsonb not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= begins_at),
  edition integer not null default 1,
  notified_to uuid,
  notified_at timestamptz
);
create index announcements_by_tenant on announcements (tenant, begins_at desc, id);
create index announcements_by_end on announcements (ends_at);
create index announcements_to_send on announcements (begins_at) where delivery = 'notification' and notified_at is null;
