import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Returns a text that identifies the start of a process: a later process with the same id has another text. Returns null
 * if the system does not report the start, or if the process does not exist.
 */
export async function processStart(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return ticksSinceBoot(pid);
  const ps = promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
  return ps.then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
}

/** Reads the start time of a process in clock ticks since the boot of the machine (proc(5), field 22 of stat). */
async function ticksSinceBoot(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is the name of the program in parentheses. It may contain spaces and parentheses.
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return afterName[19] ?? null;
}
