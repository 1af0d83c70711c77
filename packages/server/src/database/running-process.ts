import { readFile } from 'node:fs/promises';
import { systemErrorCode } from '../system-error';

/** When a process started, in ticks since the machine did; `unknown` where the system does not tell (no /proc). */
export async function startOfProcess(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field, the command, may hold spaces and parentheses; the start is the 22nd.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[19] ?? 'unknown';
}

/** Whether the process that had this number and start still runs; numbers are given out again, in containers soon. */
export async function isRunning(pid: number, start: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false;
  const currentStart = await startOfProcess(pid);
  return start === 'unknown' || currentStart === 'unknown' || start === currentStart;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return systemErrorCode(error) === 'EPERM';
  }
}
