import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const Built = z.object({ config: z.record(z.string(), z.unknown()) });

/**
 * Passes to Next the configuration that `next build` stored. Otherwise, Next would compile `next.config.ts` at each
 * start, which needs the compiler and the packages of the build. `server.js`, which Next writes for `output:
 * 'standalone'`, sets the same variable.
 *
 * Throws if the folder has no build.
 *
 * @param dir the folder that contains `.next`
 */
export async function useBuiltConfig(dir: string): Promise<void> {
  const file = path.join(dir, '.next', 'required-server-files.json');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no build in ${path.join(dir, '.next')}: run npm run build.`, { cause });
  });
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(Built.parse(JSON.parse(text)).config);
}
