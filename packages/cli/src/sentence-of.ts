import { HTTPError } from 'ky';
import { CommandError } from './command-error';

/** What the terminal shows of an error: one sentence, never a stack. */
export function sentenceOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof HTTPError) return `The server answered ${error.response.status} to ${error.request.url}.`;
  return `Something unexpected happened: ${error instanceof Error ? error.message : String(error)}`;
}
