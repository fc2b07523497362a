import type { ModuleGraph, Reached } from './module-graph';
import { isRegistry, reach, wayOf } from './module-graph';
import { isEntry, type Mention, mentionsOf, type Messages, shownBy } from './screens';

/** How a test file is run: unit and integration tests by Vitest, browser specs (`spec`) by Playwright. */
export type Kind = 'unit' | 'integration' | 'spec';

/** A test file that a change to the repository can break, with the reason why it was selected. */
export interface NearTest {
  file: string;
  kind: Kind;
  reason: string;
}

/**
 * The tests that a change selects. `near` has the tests that probably use the changed code, the most direct dependency
 * first. `far` has all other tests that depend on the change, for example only through a registry (a file that imports
 * every feature).
 */
export interface Selection {
  near: NearTest[];
  far: NearTest[];
  /** Notes about the selection, as text for the developer. */
  notes: string[];
}

/** Returns the runner of a test file; undefined if the file is not a test. */
export function kindOf(file: string): Kind | undefined {
  if (/^tests\/e2e\/.*\.spec\.ts$/.test(file)) return 'spec';
  if (/^tests\/(?:integration|simulation)\/.*\.test\.ts$/.test(file)) return 'integration';
  return /\.test\.tsx?$/.test(file) ? 'unit' : undefined;
}

/** Matches files on which every test depends, although no file imports them. */
const everything =
  /^(?:package(?:-lock)?\.json|tsconfig.*\.json|prisma\/.*|prisma\.config\.ts|vitest\.config\.ts|playwright\.config\.ts)$/;

/**
 * Matches files that the tests in tests/lint read from the disk. These tests do not import the files, so the module
 * graph does not show the dependency.
 */
const readByLint = /^(?:app|components|lib|messages|docs)\//;

/** The test that checks the project's own lint rules on fixture files. */
const rulesTest = 'tests/lint/tiers.test.ts';
const rules = /^eslint\.|^tests\/lint\/fixtures\//;

/**
 * The simulation takes minutes. So a change selects the simulation only if the path of a changed file matches this
 * pattern.
 */
const simulated = /^(?:lib\/(?:mirror|operations)|tests\/simulation)\//;

/** Selects the tests that a change can break. */
export function selectTests(
  graph: ModuleGraph,
  changed: readonly string[],
  specs: readonly Spec[],
): Selection {
  const notes: string[] = [];
  const all = changed.filter((file) => everything.test(file));
  if (all.length > 0)
    notes.push(`${all.join(', ')}: every test stands on it. \`npm test\` is what proves this change.`);
  const near = reach(graph, changed, { near: true });
  const wide = reach(graph, changed, { near: false });
  const tests = [...graph.files].flatMap((file) => {
    const kind = kindOf(file);
    return kind ? [{ file, kind }] : [];
  });
  const chosen: (NearTest & { order: number })[] = [];
  const far: NearTest[] = [];
  for (const { file, kind } of tests.filter((test) => test.kind !== 'spec')) {
    const found = near.get(file);
    const isSkipped = file.startsWith('tests/simulation/') && !changed.some((one) => simulated.test(one));
    if (found && !isSkipped) {
      chosen.push({ file, kind, reason: nearReason(near, file), order: found.distance });
    } else if (file.startsWith('tests/lint/') && changed.some((one) => lintReads(file, one))) {
      chosen.push({ file, kind, reason: 'reads the sources from the disk', order: 0 });
    } else if (all.length > 0) {
      chosen.push({ file, kind, reason: `stands on ${all[0]}`, order: 99 });
    } else if (wide.has(file) || found) {
      const reason = found
        ? 'a long simulation; lib/mirror and lib/operations are as they were'
        : farReason(wide, file);
      far.push({ file, kind, reason });
    }
  }
  const selected = selectSpecs(graph, { specs, near, wide, isAll: all.length > 0 });
  return {
    near: [...chosen.sort((one, other) => one.order - other.order), ...selected.near],
    far: [...far, ...selected.far],
    notes,
  };
}

const lintReads = (test: string, changed: string) => (test === rulesTest ? rules : readByLint).test(changed);

function nearReason(reached: ReadonlyMap<string, Reached>, file: string): string {
  const { distance = 0 } = reached.get(file) ?? {};
  if (distance === 0) return 'changed';
  return distance === 1 ? 'imports it' : `${distance} imports away, by ${wayOf(reached, file)[0]}`;
}

function farReason(reached: ReadonlyMap<string, Reached>, file: string): string {
  const way = [file, ...wayOf(reached, file)];
  const border = way.find((one) => isRegistry(one) || reached.get(one)?.starts);
  if (border === undefined) return 'far away';
  if (isRegistry(border)) return `only through ${border}, which knows every noun`;
  return `only through the program ${reached.get(border)?.through}`;
}

interface SpecChoice {
  specs: readonly Spec[];
  near: ReadonlyMap<string, Reached>;
  wide: ReadonlyMap<string, Reached>;
  isAll: boolean;
}

/**
 * Selects the end-to-end specs that a change can break. A spec uses pages and translated texts, which source files of
 * the app show. The more of these source files depend on the change, the nearer is the spec to the change.
 */
function selectSpecs(graph: ModuleGraph, choice: SpecChoice): Pick<Selection, 'near' | 'far'> {
  const { near, wide } = choice;
  const beside = onPagesOf(graph, near);
  const scored = choice.specs.map(({ file, own, lent }) => {
    const score = scoreOf(own, near, beside) + scoreOf(lent, near, beside) / 10;
    return { file, own, score, isDirect: (near.get(file)?.distance ?? Infinity) <= 1 };
  });
  const selected = scored
    .filter(({ score, isDirect }) => score > 0 || isDirect || choice.isAll)
    .sort((one, other) => Number(other.isDirect) - Number(one.isDirect) || other.score - one.score);
  const farther = scored.filter((one) => !selected.includes(one) && wide.has(one.file));
  return {
    near: selected.map(({ file, own, isDirect }) => ({
      file,
      kind: 'spec' as const,
      reason: isDirect ? nearReason(near, file) : specReason(own, near, beside),
    })),
    far: farther.map(({ file }) => ({ file, kind: 'spec' as const, reason: farReason(wide, file) })),
  };
}

/**
 * An end-to-end spec. `own` contains the translated texts and pages of the app that the spec file itself
 * uses. `lent` contains the texts and pages that its imported support files use.
 */
export interface Spec {
  file: string;
  own: Mention[];
  lent: Mention[];
}

/**
 * Returns every browser spec of the repository, with the translated texts and pages of the app that it uses.
 */
export function readSpecs(graph: ModuleGraph, messages: Messages): Spec[] {
  const names = { messages, shown: shownBy(graph) };
  const specs = [...graph.files].filter((file) => kindOf(file) === 'spec');
  return specs.map((file) => {
    const support = new Set([file]);
    for (const one of support)
      for (const to of graph.imports.get(one) ?? []) if (to.startsWith('tests/')) support.add(to);
    support.delete(file);
    return {
      file,
      own: mentionsOf(graph, file, names),
      lent: [...support].flatMap((one) => mentionsOf(graph, one, names)),
    };
  });
}

/**
 * A page that depends on the change also loads files that do not depend on it. The distance of such a file from the
 * change is the distance of the page plus this number.
 */
const besideDistance = 3;

/**
 * Finds the pages that depend on the change. Returns all files that these pages load. The distance of each file is that
 * of the nearest page that loads the file.
 */
function onPagesOf(graph: ModuleGraph, near: ReadonlyMap<string, Reached>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const pages = [...near].filter(([file]) => isEntry(file) && file.endsWith('page.tsx'));
  for (const [page, { distance }] of pages) {
    const loaded = new Set([page]);
    for (const file of loaded) for (const to of graph.imports.get(file) ?? []) loaded.add(to);
    for (const file of loaded) found.set(file, Math.min(found.get(file) ?? Infinity, distance));
  }
  return found;
}

/**
 * Returns a score from 0 to 1 for a spec: 0 if none of its source files depends on the change, 1 if all of them were
 * changed. `mentions` are the translated texts and pages that the spec uses, each with its source files in the app.
 *
 * A changed source file has the value 1. Each dependency between a source file and the changed file halves the value.
 * The value of a text or page is the average of its source files. The score is the average of all texts and pages.
 */
function scoreOf(
  mentions: readonly Mention[],
  near: ReadonlyMap<string, Reached>,
  beside: ReadonlyMap<string, number>,
): number {
  const nearness = (file: string) =>
    2 ** -Math.min(near.get(file)?.distance ?? Infinity, (beside.get(file) ?? Infinity) + besideDistance);
  const of = ({ files }: Mention) => files.reduce((sum, file) => sum + nearness(file), 0) / files.length;
  return mentions.length === 0
    ? 0
    : mentions.reduce((sum, mention) => sum + of(mention), 0) / mentions.length;
}

function specReason(
  own: readonly Mention[],
  near: ReadonlyMap<string, Reached>,
  beside: ReadonlyMap<string, number>,
): string {
  const leading = own.filter(({ files }) => files.some((file) => near.has(file)));
  const percent = own.length === 0 ? 0 : Math.round((100 * leading.length) / own.length);
  if (percent > 0) return `${percent} % of what it reads and opens leads to the change`;
  const onPage = own.some(({ files }) => files.some((file) => beside.has(file)));
  return onPage ? 'on a page that leads to the change' : 'its fixtures open a page that leads to the change';
}
