-- What a page must know of the entry of a version before it loads it, such as its form.
alter table module_versions add column entry jsonb not null default '{}';
