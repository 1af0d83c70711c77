-- The address that a user has not proved yet, by the code that was mailed to it.
create table address_changes (
  user_id uuid primary key references users (id) on delete cascade,
  email text not null check (email = lower(email)),
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0
);
