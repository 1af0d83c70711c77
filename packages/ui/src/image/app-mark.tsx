import { classNames } from '../class-names';

// White reads on each of them with at least 4.5:1, and each stands out from both grounds.
const colors = ['#8a4b3c', '#7a6420', '#2b5f8f', '#3c7a57', '#2b7380', '#6b5a92', '#5a6472', '#93476b'];

/** Edge length in pixels. */
export type MarkSize = 28 | 36 | 44;

export interface AppMarkProps {
  readonly name: string;
  /** Decides the colour, the same everywhere; without it the mark has the accent of the tenant. */
  readonly seed?: string;
  readonly size?: MarkSize;
}

/** A coloured square with a first letter, for what has no logo. The name itself stands beside it. */
export function AppMark({ name, seed, size = 28 }: AppMarkProps) {
  return (
    <span
      className={classNames('portico-ui-mark', `portico-ui-mark-${size}`)}
      style={seed === undefined ? undefined : { backgroundColor: colorOf(seed), color: '#fff' }}
      aria-hidden
    >
      {firstLetter(name)}
    </span>
  );
}

function colorOf(seed: string): string | undefined {
  let sum = 0;
  for (const character of seed) sum = (sum * 43 + (character.codePointAt(0) ?? 0)) % 65_521;
  return colors[sum % colors.length];
}

export function firstLetter(text: string): string {
  return ([...text.trim()][0] ?? '').toUpperCase();
}
