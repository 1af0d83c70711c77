import { Email } from '../page/email';
import { Instant } from '../page/instant';

/** The cell of a text. */
interface TextCell {
  readonly getValue: () => unknown;
}

/** Draws a text of users. */
export function drawText({ getValue }: TextCell) {
  return <bdi>{String(getValue())}</bdi>;
}

export function drawEmail({ getValue }: TextCell) {
  return <Email address={String(getValue())} />;
}

/** Draws a time; nothing for an empty text. */
export function drawInstant({ getValue }: TextCell) {
  return <Instant at={String(getValue()) || null} />;
}
