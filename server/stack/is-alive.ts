/**
 * Returns true if a process with the given id exists, even if it belongs to another user. Returns false for 0 and
 * negative numbers, which are never the id of one process.
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
