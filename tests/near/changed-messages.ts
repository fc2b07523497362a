import { messageFiles, type Messages, shownBy } from './screens';
import type { ModuleGraph } from './module-graph';

const isMessages = (file: string) => /^messages\/\w+\.json$/.test(file);

/**
 * Replaces changed files of messages by the files that show a message which differs: a label is on one screen, the
 * file on all of them. Where nothing to compare with is there, the file stays.
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
        // The same texts in both: somebody names the file to see what stands on it.
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
