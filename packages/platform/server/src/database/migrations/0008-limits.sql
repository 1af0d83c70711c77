-- The accounts with successful sign-ins from a network, both hashed (identity/limits/address-networks.ts).
create table address_accounts (
  network text not null,
  account text not null,
  seen_at timestamptz not null,
  primary key (network, account)
);
create index address_accounts_by_time on address_accounts (seen_at);

-- A code belongs to the browser that requested it. Requests of other browsers do not replace it. `tries` counts the tries
-- of other browsers, `own_tries` those of this browser.
alter table recovery_codes drop constraint recovery_codes_pkey;
alter table recovery_codes add column request text primary key default gen_random_uuid()::text;
alter table recovery_codes alter column request drop default;
alter table recovery_codes add column own_tries integer not null default 0;
create index recovery_codes_by_user on recovery_codes (user_id, created_at);
