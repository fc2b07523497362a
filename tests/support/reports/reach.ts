import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { resolveImport } from '@/tests/near/module-graph';

export const root = path.resolve(import.meta.dirname, '../../..');

/** A source file of the app, without tests: its text, and the files that it imports or fetches by URL. */
type Source = { text: string; leadsTo: string[] };

/**
 * Modules that import all kinds of operations (recorded writes), because the worker sends operations of every kind. A
 * screen that imports such a module does not send operations of every kind. So the search ignores the imports of these
 * modules.
 */
const worksForAll = ['lib/kinds/operation-kinds.server.ts', 'lib/orders/order-kinds.server.ts'];

const texts = new Map(
  ['app', 'components', 'lib']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file.replaceAll(path.sep, '/')}`,
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/generated\//.test(file))
    .sort()
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
);
const known = new Set(texts.keys());
const sources = new Map<string, Source>(
  [...texts].map(([file, text]) => [
    file,
    { text, leadsTo: worksForAll.includes(file) ? [] : [...importsOf(file, text), ...readsOf(text)] },
  ]),
);

/** Returns the source files that call the given function of the platform client, except the client itself. */
export function callersOf(name: string): string[] {
  const call = new RegExp(`\\b(?:platform|clientOf\\(\\w+\\))\\.${name}\\(`);
  return [...sources].filter(([, { text }]) => call.test(text)).map(([file]) => file);
}

/**
 * Returns the files that read the mirror's copy of the resource at this API path. The list is empty if the
 * mirror has no copy of the resource.
 */
export function readersOfMirror(address: string): string[] {
  const resource = address.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
  const writer = `/${resource.replace(/s$/, '')}-mirror.server.ts`;
  if (![...sources.keys()].some((file) => file.startsWith('lib/mirror/') && file.endsWith(writer))) return [];
  const table = resource === 'store' ? 'stores' : resource;
  const model = `mirror${resource[0]?.toUpperCase()}${resource.slice(1).replace(/s$/, '')}`;
  const read = new RegExp(
    `\\b(?:FROM|JOIN) (?:search_)?${table}\\b|\\.${model}\\.(?:find|count|aggregate|group)`,
  );
  return [...sources]
    .filter(([file, { text }]) => /^lib\/(?!mirror\/.*-mirror|worker\/)/.test(file) && read.test(text))
    .map(([file]) => file);
}

/**
 * Returns the URL paths of the screens whose code leads to any of the given files. A route handler that returns a page
 * counts as a screen.
 */
export function pagesReaching(files: readonly string[]): string[] {
  const wanted = new Set(files);
  return [...sources.keys()]
    .filter((file) => isScreen(file) && [...reachedFrom(file)].some((reached) => wanted.has(reached)))
    .map(addressOf)
    .sort();
}

/** Returns true if a file imports or fetches any of the given files, directly or through other files. */
export function leadsTo(file: string, files: readonly string[]): boolean {
  const reached = reachedFrom(file);
  return files.some((one) => reached.has(one));
}

function isScreen(file: string): boolean {
  return /^app\/.*\/(?:page\.tsx|route\.ts)$/.test(file) && !file.startsWith('app/api/');
}

function reachedFrom(start: string): Set<string> {
  const reached = new Set([start]);
  for (const file of reached) for (const next of sources.get(file)?.leadsTo ?? []) reached.add(next);
  return reached;
}

/** Returns the files that a file imports, statically or lazy-loaded. Type-only imports do not count. */
function importsOf(file: string, text: string): string[] {
  const imports = text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...imports].flatMap(([, now, later]) => resolveImport(known, file, now ?? later ?? '') ?? []);
}

/**
 * Returns the route files of the URLs that the file fetches, such as `/api${installPath(installId,
 * '/orders?…')}`.
 */
function readsOf(text: string): string[] {
  const fetched = text.matchAll(
    /\/api\$\{installPath\([^,]+,\s*[`'](\/(?:[^?`'$]|\$\{encodeURIComponent\(\w+\)\})*)/g,
  );
  return [...fetched].flatMap(([, address = '']) => {
    const parts = address.split('/').filter(Boolean);
    return routeOf('app/api/i/[installId]', parts) ?? [];
  });
}

/**
 * Returns the route file for the segments of a URL. A segment that is an id matches the folder of a dynamic route
 * segment.
 */
function routeOf(folder: string, [part, ...rest]: string[]): string | undefined {
  if (part === undefined) return texts.has(`${folder}/route.ts`) ? `${folder}/route.ts` : undefined;
  const next = part.startsWith('$')
    ? readdirSync(path.join(root, folder)).find((name) => name.startsWith('['))
    : part;
  return next && existsSync(path.join(root, folder, next)) ? routeOf(`${folder}/${next}`, rest) : undefined;
}

/** Returns the URL path of a file in the folder app. Route groups are not part of a URL. */
function addressOf(file: string): string {
  const parts = path.posix.dirname(file).split('/').slice(1);
  return `/${parts.filter((part) => !part.startsWith('(')).join('/')}`;
}
