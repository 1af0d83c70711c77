-- One row for all recipients. Newer notifications have higher numbers.
create table notifications (
  id bigint generated always as identity primary key,
  module text not null,
  title text not null,
  body text not null,
  icon text,
  redirect text,
  idempotency_key text,
  created_at timestamptz not null
);
create unique index notifications_by_idempotency_key on notifications (module, idempotency_key)
  where idempotency_key is not null;
create index notifications_by_creation on notifications (created_at);

create table notification_recipients (
  user_id uuid not null references users (id) on delete cascade,
  notification_id bigint not null references notifications (id) on delete cascade,
  read_at timestamptz,
  primary key (user_id, notification_id)
);
create index notification_recipients_unread on notification_recipients (user_id, notification_id)
  where read_at is null;
create index notification_recipients_by_notification on notification_recipients (notification_id);

-- The key is the hash, because a token is too long for an index.
create table push_tokens (
  hash text primary key,
  token text not null,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  registered_at timestamptz not null
);
create index push_tokens_by_user on push_tokens (user_id, registered_at);
create index push_tokens_by_session on push_tokens (session_id);
create index push_tokens_by_registration on push_tokens (registered_at);

create table service_keys (
  id uuid primary key,
  hash text not null unique,
  module text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

-- Leases of processes, by the database's clock (messaging/realtime/lease.ts).
create table leases (
  name text primary key,
  owner uuid not null,
  expires_at timestamptz not null
);

-- The clients that sessions have at a broker that the portal administers. They outlive their session until removed
-- there.
create table broker_clients (
  session_id uuid primary key,
  created_at timestamptz not null
);
