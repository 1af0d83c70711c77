import type { Audience, ModuleStatus } from '@portico/contract/publishing';

/** The columns of a table, by their headings: a property of each item, or its text. */
export type Columns<Item> = Readonly<Record<string, keyof Item | ((item: Item) => string)>>;

/** Formats a row for each item. Lists have commas; what is null or missing is empty. */
export function formatTable<Item>(items: readonly Item[], columns: Columns<NoInfer<Item>>): string {
  const formatCell = (item: Item, column: keyof Item | ((item: Item) => string)) => {
    const value = typeof column === 'function' ? column(item) : item[column];
    return Array.isArray(value) ? value.join(', ') : String(value ?? '');
  };
  const rows = items.map((item) => Object.values(columns).map((column) => formatCell(item, column)));
  return formatColumns([Object.keys(columns), ...rows]);
}

/** Formats rows as aligned columns. */
export function formatColumns(rows: readonly (readonly string[])[]): string {
  const getWidth = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = (rows[0] ?? []).map((_, column) => getWidth(column));
  const formatRow = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => formatRow(row).trimEnd()).join('\n');
}

/** Formats the party that ran the browser check of a version. */
export function formatCheck(checkedBy: ModuleStatus['checked_by']): string {
  if (checkedBy === undefined) return '';
  return checkedBy === 'nobody' ? 'unchecked' : `by the ${checkedBy}`;
}

/** Shown for the module that the build of the shell contains; it has no version. */
export const shellVersion = '(shell)';

/** Shown for a module without an address. */
export const notInMap = '(not in the map)';

/** Formats the versions of a module that users get now; each command that changes a module ends with this line. */
export function formatStatus(status: ModuleStatus, portal: string): string {
  const { address, canary, module, version } = status;
  if (canary === null) {
    if (address === null) return `${module} is not in the import map.`;
    return `${module} ${version ?? "of the shell's build"} is live at ${resolveAddress(address, portal)}.`;
  }
  const name = version ?? "the version of the shell's build";
  const rest = address === null ? 'nothing' : `${name}, at ${resolveAddress(address, portal)}`;
  const canaryText = `${module} ${canary.version} is live for ${formatAudience(status)} at ${resolveAddress(canary.address, portal)}`;
  return `${canaryText}; all other users get ${rest}.`;
}

/** Formats the audience of a canary or of a change, and how many users a canary has, if that is known. */
export function formatAudience({ canary, users }: Pick<ModuleStatus, 'canary' | 'users'>): string {
  if (canary === null) return 'all';
  const count = canary.users === 0 ? 'nobody' : canary.users;
  return `${formatUsers(canary.audience)}${count === undefined ? '' : ` (${count} of ${users})`}`;
}

export function formatUsers(audience: Audience): string {
  return 'tenants' in audience ? audience.tenants.join(', ') : `${audience.percent} % of the users`;
}

/** Makes an address of the import map absolute. */
export function resolveAddress(address: string, portal: string): string {
  return new URL(address, portal).href;
}
