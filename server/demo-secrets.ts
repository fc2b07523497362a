import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const demoSecrets = z.object({
  PLATFORM_CLIENT_SECRET: z.string().min(32),
  NEXTAUTH_SECRET: z.string().min(32),
  ENCRYPTION_KEYS: z.string().min(32),
});

/** Secrets of one checkout's demo, by the names of their variables. */
export type DemoSecrets = z.infer<typeof demoSecrets>;

/** Reads them from a file (0600), which is made at the first start: what they encrypt is kept as well. */
export async function readDemoSecrets(file: string): Promise<DemoSecrets> {
  const random = () => randomBytes(32).toString('base64');
  const fresh: DemoSecrets = {
    PLATFORM_CLIENT_SECRET: random(),
    NEXTAUTH_SECRET: random(),
    ENCRYPTION_KEYS: `demo:${random()}`,
  };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(fresh, null, 2), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return demoSecrets.parse(JSON.parse(await readFile(file, 'utf8')));
}
