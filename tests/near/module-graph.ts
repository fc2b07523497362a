import path from 'node:path';
import { readFacts, type SourceFacts } from './source-facts';

/** The files of a repository, by their paths from its root. */
export interface Tree {
  files: readonly string[];
  read(file: string): string;
}

/** How one file depends on another: it loads it, or it starts it as a program of its own. */
type Edge = { to: string; kind: 'imports' | 'starts' };

/** Which files depend on which, with what each says. */
export interface ModuleGraph {
  files: ReadonlySet<string>;
  facts: ReadonlyMap<string, SourceFacts>;
  /** Of each file, those that it loads. */
  imports: ReadonlyMap<string, readonly string[]>;
  /** Of each file, those that depend on it. */
  dependents: ReadonlyMap<string, { from: string; kind: Edge['kind'] }[]>;
}

/** An edge that the sources do not say, but the framework or the test runner makes. */
export type ImpliedEdge = [from: string, to: string, kind?: Edge['kind']];

/** How far a file is from the change, and through what. */
export interface Reached {
  distance: number;
  /** The next file on the way to the change; undefined for the change itself. */
  through: string | undefined;
  /** Whether this file starts the next one as a program. */
  starts: boolean;
}

/**
 * Files that know every noun so that others need not. What leads to a file only through one of these says nothing
 * about that file: all of lib/orders is behind them.
 */
const registries = [
  /^lib\/worker\//,
  /^lib\/operations\/sending\/operation-kinds\.server\.ts$/,
  /^lib\/operations\/bulk\/bulk-kinds\.server\.ts$/,
];

/** Whether a file knows every noun. */
export const isRegistry = (file: string): boolean => registries.some((registry) => registry.test(file));

const isSource = (file: string) =>
  /\.(?:ts|tsx|mts|mjs|js)$/.test(file) &&
  !/\/generated\/|^tests\/(?:lint\/fixtures|bench\/reference)\//.test(file);

/** Reads the graph of a tree. */
export function readGraph(
  tree: Tree,
  implied: (graph: ModuleGraph) => ImpliedEdge[] = () => [],
): ModuleGraph {
  const files = new Set(tree.files);
  const facts = new Map(tree.files.filter(isSource).map((file) => [file, readFacts(file, tree.read(file))]));
  const imports = new Map<string, string[]>();
  const dependents = new Map<string, { from: string; kind: Edge['kind'] }[]>();
  const add = (from: string, { to, kind }: Edge) => {
    const known = dependents.get(to) ?? [];
    if (from === to || known.some((one) => one.from === from && one.kind === kind)) return;
    dependents.set(to, [...known, { from, kind }]);
    if (kind === 'imports') imports.set(from, [...(imports.get(from) ?? []), to]);
  };
  for (const [file, said] of facts) {
    for (const specifier of said.imports) {
      const to = resolveImport(files, file, specifier);
      if (to) add(file, { to, kind: 'imports' });
    }
  }
  const graph = { files, facts, imports, dependents };
  const named = [...facts].flatMap(([file, { paths }]) => namedFiles(graph, file, paths));
  for (const [from, edge] of named) add(from, edge);
  for (const [from, to, kind = 'imports'] of implied(graph)) add(from, { to, kind });
  return graph;
}

/** The file that a specifier of ours names; undefined for a package's. */
export function resolveImport(
  files: ReadonlySet<string>,
  from: string,
  specifier: string,
): string | undefined {
  if (!/^(?:@\/|\.\.?\/)/.test(specifier)) return undefined;
  const base = specifier.startsWith('@/')
    ? specifier.slice(2)
    : path.posix.join(path.posix.dirname(from), specifier);
  return ['', '.ts', '.tsx', '.mjs', '.d.ts']
    .map((extension) => base + extension)
    .find((file) => files.has(file));
}

/**
 * Files that tests and programs name by path. One that nobody imports is a program: it is started. Any other is read,
 * which is as near as an import. What lib and components say of paths is for X-ray, and runs nothing.
 */
function namedFiles(graph: ModuleGraph, file: string, paths: readonly string[]): [string, Edge][] {
  if (!/^(?:tests|server)\/|^[^/]+$/.test(file)) return [];
  return paths
    .filter((to) => graph.files.has(to) && to.includes('/'))
    .map((to) => [file, { to, kind: isProgram(graph, to) ? 'starts' : 'imports' }]);
}

const isProgram = ({ facts, dependents }: ModuleGraph, file: string) =>
  facts.has(file) && !(dependents.get(file) ?? []).some(({ kind }) => kind === 'imports');

/**
 * Every file that leads to one of these, nearest first. With `near`, a way ends at a registry and at a program that is
 * started: what stands behind them is reached by nearly everything.
 */
export function reach(graph: ModuleGraph, changed: readonly string[], { near }: { near: boolean }) {
  const reached = new Map<string, Reached>(
    changed.map((file) => [file, { distance: 0, through: undefined, starts: false }]),
  );
  for (const [file, { distance }] of reached) {
    if (near && distance > 0 && isRegistry(file)) continue;
    for (const { from, kind } of graph.dependents.get(file) ?? []) {
      if (reached.has(from) || (near && kind === 'starts')) continue;
      reached.set(from, { distance: distance + 1, through: file, starts: kind === 'starts' });
    }
  }
  return reached;
}

/** The files on the way from one to the change, without its ends. */
export function wayOf(reached: ReadonlyMap<string, Reached>, file: string): string[] {
  const way: string[] = [];
  let at = reached.get(file)?.through;
  for (; at !== undefined; at = reached.get(at)?.through) way.push(at);
  return way.slice(0, -1);
}
