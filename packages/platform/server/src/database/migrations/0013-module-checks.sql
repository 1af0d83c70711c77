-- Runner of a version's browser check: none, its team (as the publication says), or the server.
alter table module_versions add column checked_by text not null default 'nobody';
