-- The audiences that modules may get access tokens of a provider for, and these tokens, encrypted, by session.
-- Compatible with the previous release, which gives modules no tokens of a provider.
alter table sign_in_providers add column audiences jsonb not null default '[]';

-- One call at a time uses a refresh token, until `taken_until` at the latest.
alter table provider_tokens add column taken_until timestamptz;
alter table provider_tokens add column access_tokens text;

-- The audiences that the sign-in of the session asked for.
alter table provider_tokens add column audiences jsonb not null default '[]';
