import { Script } from 'node:vm';
import { ApiError } from '../errors/api-error';

/**
 * That browsers can run an entry: System modules and containers are classic scripts. It is parsed, and nothing of it runs.
 * @param name of the entry, for the reason
 * @throws ApiError 400 when it is empty, does not parse, or is an ES module
 */
export function requireScript(content: Buffer, name: string): void {
  const text = content.toString('utf8');
  const fault = text.trim() === '' ? '0 bytes' : faultOf(text);
  if (fault !== undefined) throw new ApiError(400, 'entry-not-script', { values: { name, fault } });
}

function faultOf(text: string): string | undefined {
  try {
    new Script(text);
    return undefined;
  } catch (error) {
    // Of another realm under some runners, and no syntax error where it is nested too deeply to be parsed.
    return String(error).slice(0, 200);
  }
}
