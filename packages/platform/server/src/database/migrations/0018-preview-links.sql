-- The links that open a version in one browser. Revoking one deletes its row; the link itself names the version.
create table preview_links (
  id uuid primary key,
  module text not null,
  version text not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null
);
create index preview_links_by_end on preview_links (expires_at);
