-- The folder of the entry of a version that a team hosts.
create index module_versions_by_folder on module_versions (regexp_replace(address, '[^/?]*([?].*)?$', ''))
  where address not like '/%';
-- The hosted versions that import packages.
create index module_versions_with_packages on module_versions (module) where address not like '/%' and entry ? 'shared';
