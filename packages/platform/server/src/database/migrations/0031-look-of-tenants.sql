-- The sender of a tenant's mails, its uploaded logo, and the hosts that it has besides those of the configuration.
alter table tenants add column sender_name text, add column sender_address text;

create table tenant_logos (
  tenant text primary key references tenants (key) on delete cascade,
  data bytea not null,
  hash text not null
);

create table tenant_hosts (
  host text primary key,
  tenant text not null references tenants (key) on delete cascade
);
