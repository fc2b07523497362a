import path from 'node:path';
import type { ImpliedEdge, ModuleGraph, Tree } from './module-graph';
import { resolveImport } from './module-graph';

/**
 * A part of a screen as lib/xray lists it. `source` is the component that shows the part. `feed` is the function that
 * provides the data or the action of the part. `at` is the file of `feed`.
 */
export interface Fed {
  source: string;
  feed: string;
  at: string;
}

/**
 * A translated text or a page of the app that an end-to-end spec uses. `files` are the source files of the app that
 * show the text or the page.
 */
export interface Mention {
  what: string;
  files: string[];
}

const conventions = ['layout', 'template', 'error', 'not-found', 'loading'];

/**
 * Returns dependencies for which the code has no import statement. There are two kinds of them: files that Next, Vitest
 * or Playwright load by convention, and code that a screen calls through a server action or a fetch.
 */
export function impliedEdges(fed: readonly Fed[]): (graph: ModuleGraph) => ImpliedEdge[] {
  return (graph) => {
    const files = [...graph.facts.keys()];
    return [
      ...files.filter(isEntry).flatMap((file) => loadedWith(graph, file)),
      ...files.filter(isOfTheApp).flatMap((file) => fetched(graph, file)),
      ...fed.flatMap((block) => feeds(graph, block)),
      ...files.filter(isEntry).map((file): ImpliedEdge => ['server/app.ts', file, 'starts']),
      ...files.flatMap((file): ImpliedEdge[] => {
        if (file.endsWith('.spec.ts')) return [[file, 'playwright.config.ts']];
        return /\.test\.tsx?$/.test(file) ? [[file, 'vitest.config.ts']] : [];
      }),
    ];
  };
}

const isOfTheApp = (file: string) => /^(?:app|components|lib)\//.test(file) && !/\.test\.tsx?$/.test(file);

/** Returns true if Next serves a page or a route from the given file. */
export const isEntry = (file: string) => /^app\/.*(?:page\.tsx|route\.ts)$/.test(file);

/** Returns dependencies of a page or a route on the files that Next loads together with it. */
function loadedWith({ files }: ModuleGraph, entry: string): ImpliedEdge[] {
  const parts = path.posix.dirname(entry).split('/');
  const around = parts.flatMap((_, index) =>
    conventions.map((name) => `${parts.slice(0, index + 1).join('/')}/${name}.tsx`),
  );
  const always = ['proxy.ts', 'instrumentation.ts', 'next.config.ts'];
  const ofPages = ['app/i18n.ts', 'postcss.config.mjs', ...around];
  return [...always, ...(entry.endsWith('page.tsx') ? ofPages : [])]
    .filter((file) => files.has(file))
    .map((file) => [entry, file]);
}

function fetched(graph: ModuleGraph, file: string): ImpliedEdge[] {
  const addresses = (graph.facts.get(file)?.addresses ?? []).filter((address) => address.startsWith('/api/'));
  return addresses.flatMap((address) => entriesAt(graph, address)).map((route) => [file, route]);
}

/**
 * Returns the dependencies of a component (`source`) on the modules of its read or server action (`feed`). The
 * component gets `feed` as a prop, so the component's imports do not show these dependencies.
 */
function feeds({ facts, files }: ModuleGraph, { source, feed, at }: Fed): ImpliedEdge[] {
  const specifiers = facts.get(at)?.uses.get(feed) ?? [];
  return specifiers.flatMap((specifier): ImpliedEdge[] => {
    const to = resolveImport(files, at, specifier);
    return to && files.has(source) ? [[source, to]] : [];
  });
}

/**
 * Returns the page and route files that serve a URL path. The path is either complete and begins with "/i/", or it is
 * the part after the install id, such as "/orders".
 */
export function entriesAt({ facts }: ModuleGraph, address: string): string[] {
  const requested = address.split('/').filter(Boolean);
  const answers = [...facts.keys()].filter(isEntry).filter((entry) => {
    const parts = partsOf(entry);
    const below = parts[0] === 'i' && requested[0] !== 'i' ? parts.slice(2) : parts;
    return answersTo(below, requested) && requested.length > 0;
  });
  // A path without an id takes precedence over a path with an id. So /orders/new is the page of a new order, and not
  // the page of the order with the id `new`.
  const exact = answers.filter((entry) => partsOf(entry).filter(isId).length === fewestIds(answers));
  return exact;
}

const isId = (part: string) => part.startsWith('[');
const fewestIds = (entries: string[]) =>
  Math.min(...entries.map((entry) => partsOf(entry).filter(isId).length));

function answersTo(parts: readonly string[], requested: readonly string[]): boolean {
  const isRest = parts.at(-1)?.startsWith('[...') ?? false;
  if (isRest ? requested.length < parts.length : requested.length !== parts.length) return false;
  return parts.every((part, index) => isId(part) || part === requested[index]);
}

/** Returns the parts of the URL of a page or route file. Route groups are not part of a URL. */
function partsOf(entry: string): string[] {
  return path.posix
    .dirname(entry)
    .split('/')
    .slice(1)
    .filter((part) => !part.startsWith('('));
}

/** The texts of messages/en.json, by nested namespaces. */
export type Messages = { [key: string]: string | Messages };

/** Reads messages/en.json of a repository. */
export function readMessages(tree: Tree): Messages {
  return JSON.parse(tree.read('messages/en.json')) as Messages;
}

/** Maps each message namespace to the source files that show its messages. */
export function shownBy({ facts }: ModuleGraph): Map<string, string[]> {
  const shown = new Map<string, string[]>();
  for (const [file, { namespaces }] of facts) {
    if (!/^(?:app|components)\//.test(file)) continue;
    for (const namespace of new Set(namespaces))
      shown.set(namespace, [...(shown.get(namespace) ?? []), file]);
  }
  return shown;
}

/**
 * Returns the key of the translated text that a property chain names. For the chain `words.refund.action`, the key is
 * `refund.action`. Returns undefined if the chain names no text.
 */
export function messageOf(messages: Messages, chain: readonly string[]): string | undefined {
  const roots = ['words', 'ar', 'en', 't'];
  for (const [start, name] of chain.entries()) {
    const path: string[] = [];
    let at: string | Messages | undefined = messages;
    for (const part of chain.slice(start)) {
      if (typeof at !== 'object' || !Object.hasOwn(at, part)) break;
      at = at[part];
      path.push(part);
    }
    // A message key can also be the name of other data, as in `dump.orders`. So a chain counts as a translated text
    // only in two cases. It starts with the name of a messages object (`words.orders`), or its second name is a key
    // inside the first one (`orders.title`).
    const isSure = path.length > 1 || (path.length === 1 && roots.includes(chain[start - 1] ?? ''));
    if (name === path[0] && isSure) return path.join('.');
  }
  return undefined;
}

/**
 * Returns what a spec or a support file uses of the app's screens: each page that it opens, and each
 * translated text that it names by its message key. `files` of a result are the app's source files that serve
 * the page or show the text.
 */
export function mentionsOf(
  graph: ModuleGraph,
  file: string,
  { messages, shown }: { messages: Messages; shown: ReadonlyMap<string, string[]> },
): Mention[] {
  const facts = graph.facts.get(file);
  if (!facts) return [];
  const names = facts.chains.flatMap((chain) => messageOf(messages, chain) ?? []);
  const read = names.map((what) => ({ what, files: messageFiles(shown, what) }));
  const opened = facts.addresses.map((what) => ({ what, files: entriesAt(graph, what) }));
  return [...read, ...opened].filter(({ files }) => files.length > 0);
}

/**
 * Returns the app's source files that show a translated text. `message` is the key of the text, such as `orders.title`.
 * `shown` maps each message namespace to the source files that use the namespace. If the key is in several nested
 * namespaces, only the longest namespace counts.
 */
export function messageFiles(shown: ReadonlyMap<string, string[]>, message: string): string[] {
  const parts = message.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const files = shown.get(parts.slice(0, length).join('.'));
    if (files) return files;
  }
  // No namespace contains the key `message`. So `message` is only the start of the names of longer namespaces, as in
  // `ar.fulfill`. The function returns the files of all these namespaces.
  return [...shown]
    .filter(([namespace]) => namespace.startsWith(`${message}.`))
    .flatMap(([, files]) => files);
}
