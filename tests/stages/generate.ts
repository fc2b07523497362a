import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { runStep } from './run-stages';
import { root } from './stage';

/** Makes what the checks read and the repository does not hold; false when it could not: then none can be tried. */
export async function generate({ routeTypes }: { routeTypes: boolean }): Promise<boolean> {
  const client = path.join(root, 'lib/system/generated/prisma/client.ts');
  const schema = path.join(root, 'prisma/schema.prisma');
  // npm's install script makes it; this is for where scripts are off, or the schema moved on.
  const isCurrent = existsSync(client) && statSync(client).mtimeMs >= statSync(schema).mtimeMs;
  if (!isCurrent && (await runStep({ file: 'prisma/build/index.js', args: ['generate'] })) !== 0)
    return false;
  // Routes are typed by what Next finds in app/, and a fresh clone has no next-env.d.ts yet.
  return !routeTypes || (await runStep({ file: 'next/dist/bin/next', args: ['typegen'] })) === 0;
}
