-- The places of pages that the operator has switched off for an app.
alter table apps add column places_off jsonb not null default '[]';
