-- The number of the last change. Each change locks this row, so that changes are serialized.
create table live_map (
  id integer primary key check (id = 1),
  revision bigint not null
);
insert into live_map (id, revision) values (1, 0);

-- Never changed again. The integrity is that of the entry and its chunks, by address.
create table module_versions (
  module text not null,
  version text not null,
  address text not null,
  integrity jsonb not null,
  fingerprint text not null,
  created_at timestamptz not null,
  primary key (module, version)
);

create table module_version_files (
  module text not null,
  version text not null,
  name text not null,
  digest text not null,
  primary key (module, version, name),
  foreign key (module, version) references module_versions (module, version)
);

create index module_version_files_by_digest on module_version_files (digest);

-- Uploaded files in any store: the first module, and the time of the last upload or check.
create table sent_files (
  digest text primary key,
  module text not null,
  size integer not null,
  sent_at timestamptz not null
);
create index sent_files_by_module on sent_files (module);

-- The contents, if no other store is configured.
create table module_files (
  digest text primary key references sent_files (digest) on delete cascade,
  content bytea not null
);
-- Compressing them costs PGlite, which runs in the server's own thread, more than it saves.
alter table module_files alter column content set storage external;

-- The live version of each module (registry/live-map/transitions.ts). Modules without a row run the version of the shell's build.
create table live_modules (
  module text primary key,
  state jsonb not null
);

-- Immutable: the database refuses to change or delete a record.
create table map_changes (
  revision bigint primary key,
  at timestamptz not null,
  by text not null,
  module text not null,
  action text not null,
  from_version text,
  to_version text,
  audience jsonb,
  reason text not null
);
create index map_changes_by_module on map_changes (module, revision);
create function refuse_map_change() returns trigger language plpgsql as $$ begin raise exception 'A record of the import map never changes.'; end $$;
create trigger map_changes_stay before update or delete or truncate on map_changes
  for each statement execute function refuse_map_change();

-- The latest outcome of a version in rollout, for each user.
create table trial_outcomes (
  module text not null,
  version text not null,
  user_id uuid not null references users (id) on delete cascade,
  has_failed boolean not null,
  detail text not null,
  at timestamptz not null,
  primary key (module, version, user_id)
);

create table team_tokens (
  id uuid primary key,
  hash text not null unique,
  modules jsonb not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
