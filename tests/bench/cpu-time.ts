import { readFile } from 'node:fs/promises';
import os from 'node:os';

/** Linux counts the CPU time of a process in units of this many milliseconds (USER_HZ is 100). */
const tickMs = 10;

/** Returns the CPU time that a process has used, in milliseconds, or 0 if the process has ended. Works only on Linux. */
export async function cpuTimeMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // In /proc/PID/stat, the name of the program is in brackets and may contain spaces, so the text is split after the
  // last bracket. The user and system time are the 12th and 13th fields after that bracket (proc_pid_stat(5)).
  const [user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * tickMs;
}

/**
 * Returns for how long the cores of the machine were busy since its start, in milliseconds, as a sum over all cores.
 */
export function machineBusyMs(): number {
  return os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}
