-- The plan of a rollout that widens itself, and where it stands; null for a canary by hand and for a preview link.
-- Compatible with the previous release: it keeps the canary without its plan when it changes the module.
alter table version_audiences add column plan jsonb;
