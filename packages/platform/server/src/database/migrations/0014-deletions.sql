-- Indexes for deletions by age and by user.
create index rollout_outcomes_by_time on rollout_outcomes (at);
create index rollout_outcomes_by_user on rollout_outcomes (user_id);
