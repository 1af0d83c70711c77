-- A preview link ends with the team token that made it.
-- Compatible with the previous release: it names its columns, so its links have no token and end without one.
alter table version_audiences add column token_id uuid references team_tokens (id) on delete cascade;
create index version_audiences_by_token on version_audiences (token_id);
update version_audiences set token_id = team_tokens.id from team_tokens
  where created_by in (left(team_tokens.id::text, 8), name || ' (' || left(team_tokens.id::text, 8) || ')');
