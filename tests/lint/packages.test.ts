import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/* `npm run licences`: checks the licenses of all packages in package-lock.json, including those for other platforms.
   The command only reads files and needs no network. */

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

const Locked = z.object({
  license: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().default(false),
  integrity: z.string().optional(),
  hasInstallScript: z.boolean().default(false),
  version: z.string().optional(),
  dev: z.boolean().default(false),
  devOptional: z.boolean().default(false),
  optional: z.boolean().default(false),
});
const { packages } = z.object({ packages: z.record(z.string(), Locked) }).parse(read('package-lock.json'));
const { allowScripts } = z
  .object({ allowScripts: z.record(z.string(), z.boolean()) })
  .parse(read('package.json'));

/**
 * The packages of the registry in package-lock.json, each with its name and its entry. Three entries are left out:
 * Daftar itself (the empty path), the folder of its workspace package, and the link to this folder.
 */
const locked = Object.entries(packages)
  .filter(([place, { link }]) => place.includes('node_modules/') && !link)
  .map(([place, entry]) => ({ name: place.slice(place.lastIndexOf('node_modules/') + 13), ...entry }));

/**
 * Licenses that a package may have. Each of these licenses allows the package to be used, changed and distributed
 * together with MIT code.
 */
const allowed = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'WTFPL',
  'CC0-1.0',
  'Python-2.0',
  // MPL-2.0 is a weak copyleft license, whose conditions apply to each file separately. Daftar uses such packages
  // unchanged, so the license is allowed.
  'MPL-2.0',
]);

/** Packages whose license is not in the list of allowed licenses, each with the reason why it is accepted. */
const accepted: [name: RegExp, licence: string, reason: string][] = [
  [/^@img\/sharp-/, 'LGPL-3.0-or-later', 'optional, of Next; a library of its own that the app never loads'],
  [/^elkjs$/, 'EPL-2.0', 'of the studio of Prisma; not in the app'],
  [/^caniuse-lite$/, 'CC-BY-4.0', 'data for the build'],
  [/^@fontsource-variable\/cairo$/, 'OFL-1.1', 'a font; served unchanged'],
  [/^@cspell\/dict-/, 'CC BY-SA 4.0', 'word lists of the spelling check; not in the app'],
  // The package.json of seq-queue has no license field, but its LICENSE file contains the text of the MIT
  // license.
  [/^seq-queue$/, '', 'MIT by its file LICENSE'],
];

/**
 * Returns true if a license expression (SPDX) is allowed. For an OR, one of the two licenses must be allowed. For an
 * AND, both must be allowed.
 */
function isAllowed(name: string, licence: string): boolean {
  const bare = licence.replace(/[()]/g, '');
  return bare.split(/ or /i).some((side) =>
    side.split(/ and /i).every((one) => {
      const exception = accepted.some(([pattern, other]) => pattern.test(name) && other === one);
      return allowed.has(one) || exception;
    }),
  );
}

it('the lockfile links exactly the workspace package', () => {
  const own = Object.entries(packages).filter(
    ([place, { link }]) => link || !place.includes('node_modules/'),
  );
  expect(own.map(([place, { resolved }]) => [place, resolved])).toEqual([
    ['', undefined],
    ['lib/platform', undefined],
    ['node_modules/commerce-platform-client', 'lib/platform'],
  ]);
});

describe('every package of the lockfile', () => {
  it('has a licence that Daftar may depend on', () => {
    const refused = locked.filter(({ name, license = '' }) => !isAllowed(name, license));
    expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });

  it('is from the registry and has a sha512', () => {
    // A package in package-lock.json has a URL only if it does not come from the default registry.
    const strange = locked.filter(
      ({ resolved, integrity }) => resolved !== undefined || !integrity?.startsWith('sha512-'),
    );
    expect(strange.map(({ name }) => name)).toEqual([]);
  });

  it('runs an install script only if package.json names it as allowed', () => {
    const scripts = [
      ...new Set(locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)),
    ];
    expect(Object.keys(allowScripts).sort()).toEqual(scripts.sort());
  });
});

it('NOTICE lists exactly the packages that production needs', () => {
  const shipped = locked.filter(({ dev, devOptional, optional }) => !dev && !devOptional && !optional);
  const names = [...new Set(shipped.map(({ name, version }) => `${name} ${version}`))].sort();
  const [, list = ''] = readFileSync(path.join(root, 'NOTICE'), 'utf8').split('\n\n');
  const listed = list.split('\n').map((line) => line.split(' (')[0]);
  expect(listed.sort(), 'run npm run notice').toEqual(names);
});

it.each([
  ['x', 'GPL-3.0-only', false],
  ['x', 'MIT AND GPL-3.0-only', false],
  ['x', '(MIT OR GPL-3.0-only)', true],
  ['x', 'LGPL-3.0-or-later', false],
  ['@img/sharp-linux-x64', 'Apache-2.0 AND LGPL-3.0-or-later', true],
  ['x', '', false],
])('the check of %s with the licence "%s" is %s', (name, licence, result) => {
  expect(isAllowed(name, licence)).toBe(result);
});
