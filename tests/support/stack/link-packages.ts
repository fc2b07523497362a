import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '@/tests/stages/stage';

/** The name of the project's workspace package, and its folder (`workspaces` in package.json). */
const workspacePackage = { name: 'commerce-platform-client', folder: 'lib/platform' };

/**
 * Makes the folder node_modules of another checkout. Each package is a link to the package of the current checkout,
 * except the workspace package, which is a link to the folder in the other checkout. With one link to the whole folder
 * node_modules, the other checkout would use our workspace package.
 */
export function linkPackages(checkout: string): void {
  const target = path.join(checkout, 'node_modules');
  mkdirSync(target);
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== workspacePackage.name)
      symlinkSync(path.join(root, 'node_modules', name), path.join(target, name));
  symlinkSync(path.join('..', workspacePackage.folder), path.join(target, workspacePackage.name));
}
