import type { Text } from '../language/language';

export const columns = ['triage', 'doing', 'review', 'done'] as const;
export type Column = (typeof columns)[number];

export interface Card {
  readonly id: number;
  readonly title: Text;
  readonly requester: string;
  readonly urgent: boolean;
  readonly column: Column;
}

/** The column before (-1) or after (1), or `undefined` at the edge of the board. */
export const neighbour = (column: Column, step: -1 | 1): Column | undefined => columns[columns.indexOf(column) + step];
