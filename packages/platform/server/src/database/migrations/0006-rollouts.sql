-- A new version is in rollout (before: on trial), and the server makes an automatic rollback (before: take-back).
alter table trial_outcomes rename to rollout_outcomes;
alter table rollout_outcomes rename constraint trial_outcomes_pkey to rollout_outcomes_pkey;
alter table rollout_outcomes rename constraint trial_outcomes_user_id_fkey to rollout_outcomes_user_id_fkey;

update live_modules
  set state = (state - 'trialSince') || jsonb_build_object('rolloutSince', state -> 'trialSince');

-- Only the name of this action changes in the records.
alter table map_changes disable trigger map_changes_stay;
update map_changes set action = 'automatic-rollback' where action = 'take-back';
alter table map_changes enable trigger map_changes_stay;
