-- The addresses of the files that a page of the module preloads after its entry.
alter table module_versions add column preloads jsonb not null default '[]';
