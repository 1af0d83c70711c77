import { withoutByteOrderMark } from '@portico/contract';
import { invitedRowsMax } from '@portico/contract/administration';
import { ApiError } from '../../http/api-error';

/** A row of a list, as it was typed. */
export interface InvitedRow {
  /** The line in the text, from 1. */
  readonly line: number;
  readonly email: string;
  readonly name: string;
  readonly modules: readonly string[];
  readonly groups: readonly string[];
}

/** The names of the columns, in English and Portuguese, without accents. */
const columns = {
  email: ['email', 'e-mail', 'mail', 'address', 'endereco', 'endereco de e-mail', 'correio'],
  name: ['name', 'full name', 'nome', 'nome completo'],
  modules: ['applications', 'application', 'apps', 'app', 'aplicativos', 'aplicativo', 'aplicacoes', 'aplicacao'],
  groups: ['groups', 'group', 'grupos', 'grupo'],
} as const;

/**
 * Reads a CSV document with a header, or a list of addresses. Throws ApiError 400 for one that cannot be read; every row
 * that can be read is returned, also with a wrong address.
 */
export async function readInvited(text: string): Promise<InvitedRow[]> {
  const content = withoutByteOrderMark(text);
  const rows = (await readDocument(content)) ?? readAddresses(content);
  if (rows.length > invitedRowsMax)
    throw new ApiError(400, 'too-many-rows', { values: { max: String(invitedRowsMax) } });
  return rows;
}

/** Reads a CSV document; returns `undefined` for a text without a header. */
async function readDocument(text: string): Promise<InvitedRow[] | undefined> {
  const { parse } = await import('papaparse');
  const delimitersToGuess = [',', ';', '\t', '|'];
  const { data, errors } = parse<string[]>(text, { delimitersToGuess, preview: invitedRowsMax + 2 });
  const header = data[0]?.map(fold) ?? [];
  const find = (names: readonly string[]) => header.findIndex((title) => names.includes(title));
  const at = { email: find(columns.email), name: find(columns.name) };
  if (at.email === -1) return undefined;
  const lists = { modules: find(columns.modules), groups: find(columns.groups) };
  const problem = errors.find(({ type }) => type === 'Quotes');
  if (problem) throw unreadable(`${(problem.row ?? 0) + 1}: ${problem.message}`);
  const rows: InvitedRow[] = [];
  let line = 1;
  for (const cells of data) {
    const row = {
      line,
      email: (cells[at.email] ?? '').trim(),
      name: (cells[at.name] ?? '').trim(),
      modules: split(cells[lists.modules]),
      groups: split(cells[lists.groups]),
    };
    // A cell in quotes may have several lines.
    line += 1 + cells.join('').split('\n').length - 1;
    if (row.line > 1 && cells.some((cell) => cell.trim() !== '')) rows.push(row);
  }
  return rows;
}

function readAddresses(text: string): InvitedRow[] {
  return text.split('\n').flatMap((typed, index) =>
    typed
      .split(/[\s,;]+/)
      .filter((email) => email !== '')
      .map((email) => ({ line: index + 1, email, name: '', modules: [], groups: [] })),
  );
}

/** Reads a cell with several values. */
function split(cell = ''): string[] {
  return cell
    .split(/[,;|\n]/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Returns a text in lower case without accents. */
export function fold(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

function unreadable(problem: string): ApiError {
  return new ApiError(400, 'list-unreadable', { values: { problem } });
}
