-- The needs of a version from the content policy of the page.
alter table module_versions add column policy jsonb not null default '{}';
