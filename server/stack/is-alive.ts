/**
 * Returns whether a process with the id exists, of any user. Returns false for 0 and negative numbers, which are never
 * the id of one process.
 */
export function isAlive(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
