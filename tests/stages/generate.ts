import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { runStep } from './run-stages';
import { root } from './stage';

/**
 * Generates the files that the checks need and that are not in the repository. Returns false if this fails; no check
 * can run in that case.
 */
export async function generate({ routeTypes }: { routeTypes: boolean }): Promise<boolean> {
  const client = path.join(root, 'lib/system/generated/prisma/client.ts');
  const schema = path.join(root, 'prisma/schema.prisma');
  // `npm install` normally generates the Prisma client (script `postinstall`). This step is for machines on which such
  // scripts are disabled, and for changes of the schema.
  const isCurrent = existsSync(client) && statSync(client).mtimeMs >= statSync(schema).mtimeMs;
  if (!isCurrent && (await runStep({ file: 'prisma/build/index.js', args: ['generate'] })) !== 0)
    return false;
  // Generates the route types of Next from the folder app. A fresh clone has no next-env.d.ts yet.
  return !routeTypes || (await runStep({ file: 'next/dist/bin/next', args: ['typegen'] })) === 0;
}
