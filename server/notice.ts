import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/* `npm run notice` writes the file NOTICE, which lists the npm packages that production needs, with the texts of their
   licenses. tests/lint/packages.test.ts fails if NOTICE lacks a package of package-lock.json. */

const root = path.resolve(import.meta.dirname, '..');

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().default(false),
      devOptional: z.boolean().default(false),
      link: z.boolean().default(false),
      optional: z.boolean().default(false),
    }),
  ),
});

/** Matches the names of files that contain a license or a notice of the authors. */
const licenceFile = /^(licence|license|copying|notice)([-.].*)?$/i;

const { packages } = Lock.parse(JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')));
// Two kinds of packages are skipped. The workspace package is a part of this repository. Optional packages are not in
// the container image: they are binaries for other operating systems and for the image optimizer.
const shipped = Object.entries(packages).filter(
  ([place, { dev, devOptional, optional, link }]) =>
    place.includes('node_modules/') && !link && !dev && !devOptional && !optional,
);
/**
 * The names of the packages, grouped by the text of their license, because many packages have the same text.
 */
const texts = new Map<string, string[]>();
const lines: string[] = [];
for (const [place, { version, license }] of shipped) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 13);
  lines.push(`${name} ${version} (${license ?? 'see its licence below'})`);
  const text = await licenceText(path.join(root, place));
  if (text) texts.set(text, [...(texts.get(text) ?? []), name]);
}
const sections = [...texts].map(([text, names]) => `${[...new Set(names)].join(', ')}\n\n${text}`);
const rule = `\n\n${'-'.repeat(80)}\n\n`;
const title = 'The app needs these npm packages in production. `npm run notice` writes this file.';
await writeFile(
  path.join(root, 'NOTICE'),
  `${[`${title}\n\n${[...new Set(lines)].sort().join('\n')}`, ...sections].join(rule)}\n`,
);
console.log(`${new Set(lines).size} packages, ${texts.size} licence texts`);

/**
 * Returns the texts of all license files of a package, with uniform line ends and without spaces at line
 * ends.
 */
async function licenceText(dir: string): Promise<string> {
  const files = (await readdir(dir)).filter((name) => licenceFile.test(name)).sort();
  const found = await Promise.all(files.map((name) => readFile(path.join(dir, name), 'utf8')));
  return found.map((text) => text.replace(/[ \t]*\r?\n/g, '\n').trim()).join('\n\n');
}
