import type { AuditRecord } from '@portico/contract/administration';

const columns: Readonly<Record<string, (record: AuditRecord) => string | null>> = {
  at: ({ at }) => at,
  action: ({ action }) => action,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor: ({ actor }) => actor.name,
  user_id: ({ user }) => user?.id ?? null,
  user: ({ user }) => user?.email ?? null,
  account: ({ account }) => account,
  tenant: ({ tenant }) => tenant,
  target: ({ target }) => target,
  details: ({ details }) => JSON.stringify(details),
  address: ({ address }) => address,
  request_id: ({ request_id }) => request_id,
};

/** Formats records as CSV (RFC 4180), with a byte order mark, which spreadsheets need to read UTF-8. */
export function formatCsv(records: readonly AuditRecord[]): string {
  const rows = records.map((record) => Object.values(columns).map((read) => formatCell(read(record) ?? '')));
  return `\uFEFF${[Object.keys(columns), ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
}

/** Quotes a cell. A spreadsheet would run one that begins as a formula, so it gets an apostrophe (OWASP, CSV Injection). */
function formatCell(text: string): string {
  const safe = /^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
