-- A version with an audience: some users get it although another one is live. A canary has an `audience`, and a module has one canary.
-- A preview link has none: each browser that opens it gets the version until the link expires.
-- Compatible with the previous release: it uses links by a view, and canaries in `live_modules.state`, which a trigger copies both ways.
-- The next release removes the view, the trigger, and `canary` in the state.
alter table preview_links rename to version_audiences;
alter table version_audiences add column audience jsonb;
alter table version_audiences alter column created_by drop not null;
alter table version_audiences alter column expires_at drop not null;
alter table version_audiences rename constraint preview_links_pkey to version_audiences_pkey;
alter index preview_links_by_end rename to version_audiences_by_end;
create unique index version_canaries on version_audiences (module) where audience is not null;

create view preview_links as
  select id, module, version, created_at, created_by, expires_at from version_audiences where audience is null;

insert into version_audiences (id, module, version, created_at, audience)
  select gen_random_uuid(), module, state -> 'canary' ->> 'version', (state -> 'canary' ->> 'since')::timestamptz,
    state -> 'canary' -> 'audience'
  from live_modules where state ->> 'canary' is not null;

-- The previous release writes `canary` in the state; this one writes its row first and then the state without it.
create function copy_canary() returns trigger language plpgsql as $$
begin
  if new.state ? 'canary' then
    delete from version_audiences where module = new.module and audience is not null;
    insert into version_audiences (id, module, version, created_at, audience)
      select gen_random_uuid(), new.module, canary ->> 'version', (canary ->> 'since')::timestamptz, canary -> 'audience'
      from (select new.state -> 'canary' as canary) as written where new.state ->> 'canary' is not null;
  else
    new.state := new.state || jsonb_build_object('canary', (
      select jsonb_build_object('version', version, 'audience', audience,
        'since', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from version_audiences where module = new.module and audience is not null));
  end if;
  return new;
end $$;
create trigger live_modules_copy_canary before insert or update on live_modules
  for each row execute function copy_canary();
