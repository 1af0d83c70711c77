alter table users add column phone text not null default '';

create table user_images (
  user_id uuid primary key references users (id) on delete cascade,
  mime text not null,
  data bytea not null,
  hash text not null,
  updated_at timestamptz not null
);

create table notification_preferences (
  user_id uuid not null references users (id) on delete cascade,
  module text not null,
  enabled boolean not null,
  primary key (user_id, module)
);
