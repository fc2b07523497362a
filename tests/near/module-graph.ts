import path from 'node:path';
import { readFacts, type SourceFacts } from './source-facts';

/** The files of a repository, by their paths relative to its root. */
export interface Tree {
  files: readonly string[];
  read(file: string): string;
}

/** How one file depends on another: it imports the other file, or it starts the other file as a separate program. */
type Edge = { to: string; kind: 'imports' | 'starts' };

/**
 * The dependencies between the files of a repository. `facts` maps each source file to the imports, paths and texts
 * that were found in the file (source-facts.ts).
 */
export interface ModuleGraph {
  files: ReadonlySet<string>;
  facts: ReadonlyMap<string, SourceFacts>;
  /** Maps each file to the files that it imports. */
  imports: ReadonlyMap<string, readonly string[]>;
  /** Maps each file to the files that depend on it. */
  dependents: ReadonlyMap<string, { from: string; kind: Edge['kind'] }[]>;
}

/** A dependency between two files that has no import statement, because the framework or the test runner creates it. */
export type ImpliedEdge = [from: string, to: string, kind?: Edge['kind']];

/**
 * How a file depends on the changed files: the number of dependencies on the shortest path from the file to a changed
 * file, and the next file on this path.
 */
export interface Reached {
  distance: number;
  /**
   * The next file on the path to the changed file. The current file imports or starts the next file. Undefined if the
   * current file itself was changed.
   */
  through: string | undefined;
  /** True if the current file starts `through` as a separate program. False if the current file imports `through`. */
  starts: boolean;
}

/**
 * Matches registries: files that import every feature. Every feature can be reached through a registry. So a file that
 * depends on a feature only through a registry probably does not use the feature.
 */
const registries = [/^lib\/worker\//, /^lib\/kinds\//, /^lib\/orders\/order-kinds\.server\.ts$/];

/** Returns true if a file is a registry: a file that imports every feature. */
export const isRegistry = (file: string): boolean => registries.some((registry) => registry.test(file));

const isSource = (file: string) =>
  /\.(?:ts|tsx|mts|mjs|js)$/.test(file) &&
  !/\/generated\/|^tests\/(?:lint\/fixtures|bench\/reference)\//.test(file);

/** Builds the graph of dependencies between the files of a repository. */
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

/**
 * The workspace package: its name with a slash, and its folder. An entry point of the package has the same name as its
 * file.
 */
const workspacePackage = { name: 'commerce-platform-client/', folder: 'lib/platform/' };

/** Returns the project file that an import specifier names. Returns undefined for a package of the npm registry. */
export function resolveImport(
  files: ReadonlySet<string>,
  from: string,
  specifier: string,
): string | undefined {
  const base = baseOf(from, specifier);
  if (base === undefined) return undefined;
  return ['', '.ts', '.tsx', '.mjs', '.d.ts']
    .map((extension) => base + extension)
    .find((file) => files.has(file));
}

function baseOf(from: string, specifier: string): string | undefined {
  const { name, folder } = workspacePackage;
  if (specifier.startsWith('@/')) return specifier.slice(2);
  if (specifier.startsWith(name)) return folder + specifier.slice(name.length);
  return /^\.\.?\//.test(specifier) ? path.posix.join(path.posix.dirname(from), specifier) : undefined;
}

/**
 * Returns edges from a test or program to each file whose path is a string in the test or program. If no other file
 * imports the named file, the test probably starts it as a program (`starts`). If another file imports the named file,
 * the test probably reads it, and the edge counts as an import.
 *
 * Paths in strings of lib and components are ignored. They are only data for the X-ray, which lists source files. The
 * code does not run these files.
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
 * Returns every file that depends on a changed file, directly or through other files. The files with the fewest
 * dependencies between them and a changed file are first.
 *
 * If `near` is true, two kinds of paths are ignored: paths through a registry, and paths that start a program. Nearly
 * every file has such a path to a changed file, so such a path does not show that the file uses the changed code.
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

/**
 * Returns the files between `file` and a changed file on the shortest path of imports. The result contains neither
 * `file` nor the changed file.
 */
export function wayOf(reached: ReadonlyMap<string, Reached>, file: string): string[] {
  const way: string[] = [];
  let at = reached.get(file)?.through;
  for (; at !== undefined; at = reached.get(at)?.through) way.push(at);
  return way.slice(0, -1);
}
