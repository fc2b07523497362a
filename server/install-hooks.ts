import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/*
 * Installs the Git hooks of lefthook.yml, after `npm install`. lefthook's own install script does the same if npm runs
 * the install scripts of packages. npm can be configured to refuse them, but it runs this script. Nothing here fails an
 * installation. Without Git, without lefthook (`npm ci --omit=dev`) or with the developer's own hooks, no hooks are
 * installed.
 */
const root = path.resolve(import.meta.dirname, '..');
const lefthook = path.join(root, 'node_modules', 'lefthook', 'bin', 'index.js');

if (existsSync(path.join(root, '.git')) && existsSync(lefthook)) {
  const { status } = spawnSync(process.execPath, [lefthook, 'install'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) console.warn('The Git hooks of lefthook.yml are not installed. Commits are not checked.');
}
