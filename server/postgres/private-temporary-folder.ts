import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/**
 * Root's folder in the system's temporary one (/var/tmp where there is one, for it outlives a restart), the
 * same for the same purpose and `origin`. Others may pass through it and change nothing in it. Refuses one
 * that somebody else made first.
 *
 * @param origin the path this folder stands in for
 */
export async function privateTemporaryFolder(purpose: string, origin: string): Promise<string> {
  const parent = await stat('/var/tmp').then(
    () => '/var/tmp',
    () => os.tmpdir(),
  );
  const id = createHash('sha256').update(path.resolve(origin)).digest('hex').slice(0, 12);
  const folder = path.join(parent, `daftar-${purpose}-${id}`);
  await mkdir(folder, { recursive: true });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to somebody else. Remove it, or set DATABASE_URL.`);
  }
  await chmod(folder, 0o711);
  return folder;
}
