import { access, constants, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * A client program of PostgreSQL. The embedded PostgreSQL includes no client program, so it must be installed on the
 * machine.
 */
export type ClientProgram = 'psql' | 'pg_dump' | 'pg_restore';

/**
 * Finds a client program of PostgreSQL on this machine. Returns the first one on the search path. If there is none,
 * returns the newest version in the folder of Debian or Ubuntu. Returns undefined if the program is not installed.
 *
 * @param searchPath the value of PATH
 */
export async function findClientProgram(
  name: ClientProgram,
  searchPath: string,
  debianDir = '/usr/lib/postgresql',
): Promise<string | undefined> {
  const versions = await readdir(debianDir).catch(() => []);
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...searchPath.split(path.delimiter).filter(Boolean),
    ...newestFirst.map((version) => path.join(debianDir, version, 'bin')),
  ];
  for (const folder of folders) {
    const file = path.join(folder, process.platform === 'win32' ? `${name}.exe` : name);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
