-- The counts of a user, kept by triggers, so that no call counts rows. Marking all as read begins a new epoch: a notification
-- of an earlier one is read.
-- Compatible with the previous release: triggers count its writes and read_at follows an epoch, so it shows notifications
-- as unread for a moment after all were marked as read. It needs no dropped index.
create table notification_counts (
  user_id uuid primary key references users (id) on delete cascade,
  epoch integer not null default 0,
  total bigint not null default 0,
  unread bigint not null default 0
);
alter table notification_recipients add column epoch integer not null default 0;
create index notification_recipients_by_epoch on notification_recipients (user_id, epoch, notification_id)
  where read_at is null;
drop index notification_recipients_unread;

-- The lock on the row of the user orders new notifications and the beginning of an epoch.
create function set_notification_epoch() returns trigger language plpgsql as $$
begin
  select epoch into new.epoch from notification_counts where user_id = new.user_id for no key update;
  if not found then
    insert into notification_counts (user_id) values (new.user_id) on conflict do nothing;
    select epoch into new.epoch from notification_counts where user_id = new.user_id for no key update;
  end if;
  return new;
end $$;
create trigger notification_recipients_epoch before insert on notification_recipients
  for each row execute function set_notification_epoch();

create function count_added_notifications() returns trigger language plpgsql as $$
begin
  update notification_counts as counts set total = counts.total + change.total, unread = counts.unread + change.unread
    from (
      select user_id, count(*) as total, count(*) filter (where read_at is null) as unread
      from added group by user_id order by user_id
    ) as change
    where counts.user_id = change.user_id;
  return null;
end $$;
create trigger notification_recipients_added after insert on notification_recipients
  referencing new table as added for each statement execute function count_added_notifications();

create function count_removed_notifications() returns trigger language plpgsql as $$
begin
  perform from notification_counts
    where user_id in (select user_id from removed) order by user_id for no key update;
  update notification_counts as counts set total = counts.total - change.total, unread = counts.unread - change.unread
    from (
      select user_id, count(*) as total,
        count(*) filter (where read_at is null and removed.epoch = known.epoch) as unread
      from removed join notification_counts as known using (user_id) group by user_id
    ) as change
    where counts.user_id = change.user_id;
  return null;
end $$;
create trigger notification_recipients_removed after delete on notification_recipients
  referencing old table as removed for each statement execute function count_removed_notifications();

create function count_changed_notifications() returns trigger language plpgsql as $$
begin
  perform from notification_counts
    where user_id in (select user_id from before) order by user_id for no key update;
  update notification_counts as counts set unread = counts.unread + change.unread
    from (
      select user_id, sum(step) as unread
      from (
        select user_id, epoch, 1 as step from after where read_at is null
        union all select user_id, epoch, -1 from before where read_at is null
      ) as steps join notification_counts as known using (user_id, epoch) group by user_id
    ) as change
    where counts.user_id = change.user_id and change.unread <> 0;
  return null;
end $$;
create trigger notification_recipients_changed after update on notification_recipients
  referencing old table as before new table as after
  for each statement execute function count_changed_notifications();

insert into notification_counts (user_id, total, unread)
  select user_id, count(*), count(*) filter (where read_at is null) from notification_recipients group by user_id;

-- The end of a session deletes its push tokens, so that no call searches for tokens of ended sessions.
create function delete_push_tokens_of_session() returns trigger language plpgsql as $$
begin
  delete from push_tokens where session_id = new.id;
  return null;
end $$;
create trigger sessions_end after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function delete_push_tokens_of_session();
delete from push_tokens using sessions where sessions.id = push_tokens.session_id and sessions.ended_at is not null;

-- The first version that pinned an address. Addresses of uploaded files are paths of their own version.
create index module_versions_by_pinned_address on module_versions using gin (integrity) with (fastupdate = off)
  where address not like '/%';
