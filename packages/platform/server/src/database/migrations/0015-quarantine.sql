-- A version in quarantine is never served again.
alter table module_versions add column quarantined_at timestamptz;
create index module_versions_in_quarantine on module_versions (address) where quarantined_at is not null;
