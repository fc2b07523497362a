import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { runStep } from './run-stages';
import { root } from './stage';

/**
 * Generates the files that the checks need and that are not in the repository. Returns false if it fails. In this case
 * no check can run.
 */
export async function generate({ routeTypes }: { routeTypes: boolean }): Promise<boolean> {
  const client = path.join(root, 'lib/system/generated/prisma/client.ts');
  const schema = path.join(root, 'prisma/schema.prisma');
  // `npm install` normally generates the Prisma client (script `postinstall`). This step is needed if such scripts are
  // disabled on the machine, or after a change of the schema.
  const isCurrent = existsSync(client) && statSync(client).mtimeMs >= statSync(schema).mtimeMs;
  if (!isCurrent && (await runStep({ file: 'prisma/build/index.js', args: ['generate'] })) !== 0)
    return false;
  // Generates the route types of Next from the folder app. They include next-env.d.ts, which a fresh clone does not
  // have.
  return !routeTypes || (await runStep({ file: 'next/dist/bin/next', args: ['typegen'] })) === 0;
}
