-- Who has run the browser check of a version: nobody, its team (as the publication says), or the server.
alter table module_versions add column checked_by text not null default 'nobody';
