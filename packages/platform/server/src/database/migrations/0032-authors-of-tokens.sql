-- The author of a token, `operator` or the id of a user, and its end. Both are null in rows of the previous release.
alter table team_tokens add column created_by text, add column expires_at timestamptz;
alter table service_keys add column created_by text, add column expires_at timestamptz;
