import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from '@/tests/stages/stage';
import { changedBy } from './diffs';

const folder = 'docs/recipes';

/**
 * A recipe of docs/recipes. Each recipe is a document. Most recipes also have a diff, which contains the complete
 * example of the document.
 */
export interface Recipe {
  name: string;
  /** Path of the diff; null if the recipe has no diff. */
  diff: string | null;
  /** The files that the document of the recipe lists: the targets of the links in the first column of its table. */
  listed: string[];
  /** Files that the diff changes, adds or deletes. */
  changed: string[];
  /** The unit tests that the document of the recipe names, as arguments for `npx vitest run --project unit`. */
  unitTests: string[];
}

/** Reads all recipes, sorted by name. Every path starts at the root of the repository. */
export function readRecipes(): Recipe[] {
  return readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => {
      const name = file.replace('.md', '');
      const text = readFileSync(path.join(root, folder, file), 'utf8');
      const diff = `${folder}/${name}.diff`;
      const hasDiff = existsSync(path.join(root, diff));
      return {
        name,
        diff: hasDiff ? diff : null,
        listed: listedIn(text),
        changed: hasDiff ? changedBy(readFileSync(path.join(root, diff), 'utf8')) : [],
        unitTests: /`npx vitest run --project unit ([^`]+)`/.exec(text)?.[1]?.split(' ') ?? [],
      };
    });
}

/**
 * Returns the files in the first column of the document's table. A link to a folder stands for a new file in this
 * folder, and the text of the link is the name of the new file.
 */
function listedIn(text: string): string[] {
  const cells = [...text.matchAll(/^\| (.*?) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) =>
    [...cell.matchAll(/\[((?:[^[\]]|\[[^[\]]*\])+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)/g)].map(
      ([, label = '', target = '']) => {
        const file = path.posix.join(folder, target);
        const isFolder = existsSync(path.join(root, file)) && statSync(path.join(root, file)).isDirectory();
        return isFolder ? path.posix.join(file, label) : file;
      },
    ),
  );
}
