import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const stackSecrets = z.object({
  PLATFORM_CLIENT_SECRET: z.string().min(32),
  NEXTAUTH_SECRET: z.string().min(32),
  ENCRYPTION_KEYS: z.string().min(32),
});

/** The secrets of a stack on this machine, by the names of their variables. */
export type StackSecrets = z.infer<typeof stackSecrets>;

/**
 * Reads the secrets from a file (mode 0600). The first start writes the file. Later starts reuse it, because the data
 * that the secrets encrypt is persisted too.
 */
export async function readStackSecrets(file: string): Promise<StackSecrets> {
  const random = () => randomBytes(32).toString('base64');
  const fresh: StackSecrets = {
    PLATFORM_CLIENT_SECRET: random(),
    NEXTAUTH_SECRET: random(),
    ENCRYPTION_KEYS: `k1:${random()}`,
  };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(fresh, null, 2), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return stackSecrets.parse(JSON.parse(await readFile(file, 'utf8')));
}
