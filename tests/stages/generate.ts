import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { runStep } from './run-stages';
import { root } from './stage';

/**
 * Generates the files that the checks need and the repository does not contain. Returns false if it fails; no check
 * can run then.
 */
export async function generate({ routeTypes }: { routeTypes: boolean }): Promise<boolean> {
  const client = path.join(root, 'lib/system/generated/prisma/client.ts');
  const schema = path.join(root, 'prisma/schema.prisma');
  // The install script of npm already generates the Prisma client. This step is for machines on which such scripts
  // are disabled, and for changes of the schema.
  const isCurrent = existsSync(client) && statSync(client).mtimeMs >= statSync(schema).mtimeMs;
  if (!isCurrent && (await runStep({ file: 'prisma/build/index.js', args: ['generate'] })) !== 0)
    return false;
  // Generates the route types of Next from the folder app. A fresh clone has no next-env.d.ts yet.
  return !routeTypes || (await runStep({ file: 'next/dist/bin/next', args: ['typegen'] })) === 0;
}
