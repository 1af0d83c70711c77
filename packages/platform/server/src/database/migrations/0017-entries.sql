-- Properties of a version's entry that a page needs before loading it, such as its form.
alter table module_versions add column entry jsonb not null default '{}';
