import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { runStep } from './run-stages';
import { root } from './stage';

/**
 * Generates the files that the checks need and the repository does not contain. Returns false on failure; then no check
 * can run.
 */
export async function generate({ routeTypes }: { routeTypes: boolean }): Promise<boolean> {
  const client = path.join(root, 'lib/system/generated/prisma/client.ts');
  const schema = path.join(root, 'prisma/schema.prisma');
  // npm's install script generates the client. This step is for machines with scripts disabled, or after a schema
  // change.
  const isCurrent = existsSync(client) && statSync(client).mtimeMs >= statSync(schema).mtimeMs;
  if (!isCurrent && (await runStep({ file: 'prisma/build/index.js', args: ['generate'] })) !== 0)
    return false;
  // Next generates the route types from app/, and a fresh clone has no next-env.d.ts yet.
  return !routeTypes || (await runStep({ file: 'next/dist/bin/next', args: ['typegen'] })) === 0;
}
