-- The passkeys of users (Web Authentication Level 3), each bound to one host, which is its relying party ID.
-- `user_handle` is random; a browser shows it to the authenticator, which keeps it. `counter` is that of the last
-- signature. `blocked_at`: the counter went back, so there may be a copy.
create table passkeys (
  id uuid primary key,
  credential_id text not null unique,
  user_id uuid not null references users (id) on delete cascade,
  host text not null,
  user_handle text not null,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  blocked_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- The challenges that were answered, so that none is answered twice. The server keeps no open ones.
create table used_challenges (
  hash text primary key,
  expires_at timestamptz not null
);
create index used_challenges_by_expiry on used_challenges (expires_at);
