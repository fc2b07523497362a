import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const Credentials = z.object({ superuserPassword: z.string().min(1), password: z.string().min(1) });

/** The passwords of a database server: that of the superuser `postgres`, and that of the login role `daftar`. */
export type Credentials = z.infer<typeof Credentials>;

/**
 * Reads the passwords of a database server from `credentials.json` (0600) in `home`. If the file does not exist, it is
 * written with random passwords.
 *
 * Several processes may start at the same time. So the file is written under another name first, and gets its final name
 * by a hard link. The link fails if the file exists, and no process ever reads a file without its content.
 */
export async function readCredentials(home: string): Promise<Credentials> {
  const file = path.join(home, 'credentials.json');
  const draft = `${file}.${randomUUID()}`;
  const random = () => randomBytes(24).toString('base64url');
  const fresh: Credentials = { superuserPassword: random(), password: random() };
  try {
    await writeFile(draft, JSON.stringify(fresh), { mode: 0o600 });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return Credentials.parse(JSON.parse(await readFile(file, 'utf8')));
}
