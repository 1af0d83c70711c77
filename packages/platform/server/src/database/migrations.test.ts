import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { migrationsFolder, splitStatements } from './migrate';

/** The last migration before the first release. */
const firstRelease = '0009-module-preloads.sql';

/** Statements that are compatible with a running previous release, because they only add. */
const additions = [
  /^create table (?:if not exists )?(?<table>\w+)/,
  /^create (?:unique )?index (?:if not exists )?\w+ on (?<on>\w+)/,
  /^alter table \w+ add column (?!.*\bnot null\b(?!.*\bdefault\b))(?!.*\b(?:unique|primary key)\b)/,
  /^alter table \w+ alter column \w+ drop not null$/,
  /^create (?:or replace )?function/,
  /^create trigger \w+ .*\bon (?<on>\w+)/,
  /^insert into (?<on>\w+)/,
];

/** The reason why a migration that changes more is compatible. */
const reason = /^-- Compatible with the previous release: \S+/m;

/** @returns the statements that may break the previous release */
function findBreakingStatements(script: string): string[] {
  const created = new Set<string>();
  const statements = splitStatements(script.replaceAll(/--.*$/gm, '')).map((statement) =>
    statement.replaceAll(/\s+/g, ' ').toLowerCase(),
  );
  return statements.filter((statement) => {
    const addition = additions.map((pattern) => pattern.exec(statement)).find((match) => match !== null);
    if (!addition) return true;
    const { table, on } = addition.groups ?? {};
    if (table !== undefined) created.add(table);
    // Unique indexes, triggers and rows change existing tables.
    return on !== undefined && !statement.startsWith('create index') && !created.has(on);
  });
}

const names = readdirSync(migrationsFolder).filter((name) => name > firstRelease);

test.each(names)('%s only adds, or says why the previous release works with it', (name) => {
  const script = readFileSync(path.join(migrationsFolder, name), 'utf8');
  expect(reason.test(script) ? [] : findBreakingStatements(script)).toEqual([]);
});

test.each([
  'drop table apps',
  'alter table apps rename to applications',
  'alter table apps rename column name to title',
  'alter table apps drop column name',
  'alter table apps add column size integer not null',
  'alter table apps add column size integer unique',
  'alter table apps alter column name type integer',
  'alter table apps add constraint short check (length(name) < 9)',
  'create unique index apps_by_name on apps (name)',
  'update apps set name = title',
  'create trigger stay before update on apps for each row execute function refuse()',
])('finds a statement that breaks the previous release: %s', (statement) => {
  expect(findBreakingStatements(`${statement};\n`)).toEqual([statement]);
});

test.each([
  'create table audit (id text primary key);\ncreate unique index audit_by_id on audit (id)',
  'create index apps_by_name on apps (name)',
  "alter table apps add column description text not null default ''",
  'alter table apps add column size integer',
])('accepts a compatible statement: %s', (script) => {
  expect(findBreakingStatements(`${script};\n`)).toEqual([]);
});
