import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/* `npm install` runs this script to install the Git hooks of lefthook.yml. The package lefthook has an install script
   for the same purpose, but npm can be configured not to run the install scripts of packages. This script never makes
   `npm install` fail. It installs no hooks in two cases: Git or lefthook is missing (`npm ci --omit=dev`), or the
   developer already has other hooks. */
const root = path.resolve(import.meta.dirname, '..');
const lefthook = path.join(root, 'node_modules', 'lefthook', 'bin', 'index.js');

if (existsSync(path.join(root, '.git')) && existsSync(lefthook)) {
  const { status } = spawnSync(process.execPath, [lefthook, 'install'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) console.warn('The Git hooks of lefthook.yml are not installed. Commits are not checked.');
}
