-- The scripts of the shell's builds, compressed: while one release replaces another, each process gets requests
-- for files of both (pages/shell-file-store.ts).
create table shell_files (
  name text primary key,
  brotli bytea not null,
  seen_at timestamptz not null
);
