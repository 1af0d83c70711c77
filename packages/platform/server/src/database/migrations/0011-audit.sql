-- Actor, action, object, address and time. Users are named by `user_id` and `actor_id`, not by e-mail.
-- `account` is the keyed hash of a typed e-mail, with or without an account.
create table audit_records (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  action text not null,
  actor text not null,
  actor_id uuid,
  actor_name text,
  user_id uuid,
  account text,
  tenant text,
  target text,
  details jsonb not null default '{}',
  address text,
  request_id text
);
create index audit_records_by_time on audit_records (at, id);

-- Append-only: the database refuses changes. Only the retention job deletes, and only records older than 30 days.
create function refuse_audit_change() returns trigger language plpgsql as $$ begin raise exception 'A record of the audit log never changes.'; end $$;
create trigger audit_records_stay before update or truncate on audit_records
  for each statement execute function refuse_audit_change();
create function refuse_audit_deletion() returns trigger language plpgsql as $$ begin if coalesce(current_setting('portico.audit_retention', true), '') <> 'on' or old.at > now() - interval '30 days' then raise exception 'Only the retention job deletes records of the audit log, after 30 days.'; end if; return old; end $$;
create trigger audit_records_kept before delete on audit_records
  for each row execute function refuse_audit_deletion();
