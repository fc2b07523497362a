import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/**
 * Returns a folder that belongs to root, in the system's temporary folder. This is /var/tmp if it exists, because its
 * files survive a restart. The same purpose and `origin` always give the same folder. Other users may pass through it
 * but cannot change it. Throws if another user created it first.
 *
 * @param origin the path that this folder replaces
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
    throw new Error(`${folder} belongs to another user. Remove it, or set DATABASE_URL.`);
  }
  await chmod(folder, 0o711);
  return folder;
}
