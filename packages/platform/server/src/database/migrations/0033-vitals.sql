-- The web vitals of visits, by bands of values: how many visits had a value in the band.
create table version_vitals (
  module text not null,
  version text not null,
  name text not null,
  band integer not null,
  visits bigint not null,
  at timestamptz not null,
  primary key (module, version, name, band)
);
create index version_vitals_by_time on version_vitals (at);
