import { cp, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { demoDir, programsDir } from '@/server/packaging/compile-programs';

/* `npm run image:content -- DIR` copies everything that the container image contains, except Node itself, to the new
   folder DIR. With --demo, it copies the additional files of the demo image. Run `npm run build` first. The Dockerfile
   uses this command, so a deployment without containers can have the same files. */

const root = path.resolve(import.meta.dirname, '..');

/**
 * The paths in the container image, each with the file or folder of this checkout to copy after `npm run
 * build`.
 */
const content = {
  '.next': '.next/standalone/.next',
  '.next/static': '.next/static',
  node_modules: '.next/standalone/node_modules',
  dist: path.relative(root, programsDir),
  'prisma/migrations': 'prisma/migrations',
  'package.json': 'package.json',
  LICENSE: 'LICENSE',
  NOTICE: 'NOTICE',
};

/** The sandbox program, and the files that it reads at run time from its source folders. */
const demo = {
  dist: path.relative(root, demoDir),
  'sandbox/admin/admin.css': 'sandbox/admin/admin.css',
  'sandbox/admin/icon.svg': 'sandbox/admin/icon.svg',
  'sandbox/portal/portal.css': 'sandbox/portal/portal.css',
  'sandbox/tour/tour.css': 'sandbox/tour/tour.css',
  'sandbox/tour/tour-script.js': 'sandbox/tour/tour-script.js',
};

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { demo: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [target] = positionals;
  if (target === undefined) throw new Error('Usage: npm run image:content -- [--demo] DIR');
  const dir = path.resolve(target);
  const present = await readdir(dir).catch(() => []);
  if (present.length > 0) throw new Error(`${dir} is not empty: name a new folder.`);
  await mkdir(dir, { recursive: true });
  // The node_modules folders of Next contain relative symbolic links, which must be copied as links.
  for (const [place, source] of Object.entries(values.demo ? demo : content))
    await cp(path.join(root, source), path.join(dir, place), { recursive: true, verbatimSymlinks: true });
  console.log(`Copied the content of the image to ${dir}`);
}
