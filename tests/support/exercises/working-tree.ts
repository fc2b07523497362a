import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '@/server/run-command';
import { gitIn } from '@/tests/near/changed-files';
import { applyDiff } from '@/tests/support/recipes/diffs';
import type { Exercise } from './read-exercises';

/** The parts of an exercise that change the working tree: its number, its diffs and the files that they change. */
export type Diffs = Pick<Exercise, 'number' | 'start' | 'solution' | 'changed'>;

/**
 * The learner's working tree. At most one exercise is open at a time. While it is open, its starting change is applied
 * to the files.
 */
export class WorkingTree {
  readonly #git;
  readonly #data;

  /** @param root the root folder of the clone */
  constructor(private readonly root: string) {
    this.#git = gitIn(root);
    this.#data = path.join(root, '.data', 'exercises');
  }

  /** Number of the open exercise; null if none is open. */
  get open(): number | null {
    return this.#opened?.number ?? null;
  }

  /** The open exercise, and the commit at which it was started. */
  get #opened(): { number: number; commit: string } | null {
    if (!existsSync(this.#openFile)) return null;
    const [number, commit = 'HEAD'] = readFileSync(this.#openFile, 'utf8').split(' ');
    return { number: Number(number), commit };
  }

  /**
   * Applies the starting change. Returns false and changes no file if the exercise is already open.
   *
   * @throws {UsageError} another exercise is open, a tracked file has changes, or the change does not apply. No file
   * was changed.
   */
  start(exercise: Diffs): boolean {
    if (this.open === exercise.number) return false;
    if (this.open !== null)
      throw new UsageError(
        `Exercise ${this.open} is open. \`npm run exercise ${this.open} -- --reset\` ends it. Nothing was changed.`,
      );
    const changed = this.#changedFiles();
    if (changed.length > 0)
      throw new UsageError(
        `These files have changes that are not committed:\n${listed(changed)}\n` +
          'Commit them or run `git stash`, then start the exercise again. Nothing was changed.',
      );
    this.#apply(exercise.start);
    mkdirSync(this.#data, { recursive: true });
    writeFileSync(this.#openFile, `${exercise.number} ${this.#git('rev-parse', 'HEAD')?.trim()}`);
    return true;
  }

  /**
   * Restores the files of the exercise to the commit at which the exercise was started, and ends the exercise. Daftar's
   * own code is the solution, so the files then contain the solution. Other files keep their changes. The learner's
   * changes are saved as a diff. Returns the path of the diff file; null if there were no changes.
   *
   * @throws {UsageError} the exercise is not open
   */
  reset(exercise: Diffs): string | null {
    const opened = this.#opened;
    if (opened?.number !== exercise.number)
      throw new UsageError(
        `Exercise ${exercise.number} is not open. \`npm run exercise ${exercise.number}\` starts it. Nothing was changed.`,
      );
    const kept = this.#keepChanges(exercise, opened.commit);
    if (this.#git('checkout', '--quiet', opened.commit, '--', ...exercise.changed) === undefined)
      throw new Error(`git could not restore ${exercise.changed.join(', ')}`);
    rmSync(this.#openFile);
    return kept;
  }

  get #openFile(): string {
    return path.join(this.#data, 'open');
  }

  /**
   * Returns the tracked files that differ from the last commit. Untracked files are ignored, because no diff touches
   * them.
   */
  #changedFiles(): string[] {
    const names = this.#git('diff', '--name-only', '--no-renames', '-z', 'HEAD');
    if (names === undefined) throw new UsageError('This is no git clone with a commit. Nothing was changed.');
    return names.split('\0').filter((name) => name !== '');
  }

  /** Writes the learner's changes to a new file, so that earlier saved changes are not overwritten. */
  #keepChanges({ number, changed }: Diffs, commit: string): string | null {
    // With these options, git always writes a diff that can be applied. The learner's own git settings could change the
    // format of the diff.
    const plain = ['--no-ext-diff', '--no-textconv', '--no-color', '--src-prefix=a/', '--dst-prefix=b/'];
    const changes = this.#git('diff', ...plain, commit, '--', ...changed);
    if (changes === undefined) throw new Error('git could not read your changes. Nothing was changed.');
    if (changes === '') return null;
    const time = new Date().toISOString().replace(/[:.]/g, '-');
    const file = path.join(this.#data, `${number}-${time}.diff`);
    writeFileSync(file, changes);
    return path.relative(this.root, file);
  }

  #apply(diff: string): void {
    const refusal = applyDiff(readFileSync(path.join(this.root, diff)), this.root);
    if (refusal !== '')
      throw new UsageError(`${diff} does not apply to this tree:\n${refusal}Nothing was changed.`);
  }
}

function listed(files: readonly string[]): string {
  const more = files.length - 10;
  const names = files.slice(0, 10).map((file) => `  ${file}`);
  return [...names, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}
