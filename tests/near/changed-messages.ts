import { messageFiles, type Messages, shownBy } from './screens';
import type { ModuleGraph } from './module-graph';

const isMessages = (file: string) => /^messages\/\w+\.json$/.test(file);

/**
 * In the list of changed files, replaces each messages file (the texts of one language) with the app's source files
 * that show the changed texts. Every screen depends on a messages file, but only a few screens show a certain text. So
 * this replacement selects fewer tests. A messages file without an earlier version stays in the list.
 */
export function resolveMessages(
  graph: ModuleGraph,
  changed: readonly string[],
  read: { before(file: string): Messages | undefined; now(file: string): Messages },
): string[] {
  const shown = shownBy(graph);
  return [
    ...new Set(
      changed.flatMap((file) => {
        const before = isMessages(file) ? read.before(file) : undefined;
        if (!before) return [file];
        const differing = differences(before, read.now(file));
        // Both versions of the messages file have the same texts. So the developer named the file on the command line,
        // to find everything that depends on the whole file. The messages file then stays in the list of changed files.
        return differing.length === 0 ? [file] : differing.flatMap((message) => messageFiles(shown, message));
      }),
    ),
  ];
}

function differences(before: Messages, now: Messages, path = ''): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((key) => {
    const [one, other] = [before[key], now[key]];
    const name = path + key;
    if (typeof one === 'object' && typeof other === 'object') return differences(one, other, `${name}.`);
    return one === other ? [] : [name];
  });
}
