import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import type { Change } from './edit-source';
import { UsageError } from '@/server/run-command';

/** What the generator does to one file. Paths start at the root of the repository. */
export type Step = {
  file: string;
  /** What the developer must still write in the file; absent if the file is complete. */
  todo?: string;
  /** The condition under which the developer must change a complete file. The text continues "Open it only if". */
  onlyIf?: string;
} & ({ create: string } | { changes: readonly Change[] });

/**
 * First word of a text that the developer must write, because the generator cannot. tests/lint/messages.test.ts fails
 * while a text begins with this word.
 */
export const unwritten = 'TODO';

/** A text of the screens in English and Arabic, such as the name of a new write. */
export type Words = { en: string; ar: string };

/** The steps with which `npm run new` adds a new write (an operation on the platform) or a new screen. */
export type Plan = {
  /** One step for each file, in the order in which the developer should open the files. */
  steps: readonly Step[];
  /**
   * Command that runs the test of the new part. The test fails until the developer has done what `until` describes;
   * null if it passes at once.
   */
  test: { command: string; until: string | null };
  /** Commands that the developer runs after `test` has passed. */
  after: readonly string[];
};

/**
 * Result of a plan of the code generator (`npm run new`): the new text of each changed file, and a sentence for each
 * step of the plan that cannot be applied.
 */
type Applied = { texts: ReadonlyMap<string, string>; problems: readonly string[] };

/**
 * Applies a plan (a list of files and changes) to the files of a folder in memory. A step is a problem if the place of
 * its change is missing, or if its new entry or file already exists.
 */
export function applyPlan(root: string, { steps }: Plan): Applied {
  const texts = new Map<string, string>();
  const problems: string[] = [];
  for (const step of steps) {
    try {
      texts.set(step.file, textOf(root, step));
    } catch (error) {
      problems.push(`${step.file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { texts, problems };
}

/**
 * Writes the files of a plan (a list of files and changes) and returns their paths. Throws UsageError and writes
 * nothing if one step cannot be applied, or if a new text has a syntax error. Also throws if git reports a change of
 * one of the files, because this change could get lost.
 */
export async function writePlan(root: string, plan: Plan): Promise<string[]> {
  const { texts, problems } = applyPlan(root, plan);
  const files = plan.steps.map(({ file }) => file);
  // Git is called only if the plan has no problem. If the name of the new part already exists, every file has a
  // problem, so a list of changed files would not help.
  const found =
    problems.length > 0 ? problems : [...texts].flatMap(([file, text]) => syntaxErrors(file, text));
  const obstacles = found.length > 0 ? found : changedFiles(root, files);
  if (obstacles.length > 0) throw new UsageError(['Nothing was written.', ...obstacles].join('\n'));
  for (const [file, text] of texts) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return files;
}

/** Returns a sentence for each syntax error in the new text of a file of TypeScript, except a declaration file. */
function syntaxErrors(file: string, text: string): string[] {
  if (!/(?<!\.d)\.tsx?$/.test(file)) return [];
  const compilerOptions = { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.Latest };
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions,
  });
  return diagnostics.map(
    ({ messageText }) =>
      `${file}: the new text has an error: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  );
}

function textOf(root: string, step: Step): string {
  const file = path.join(root, step.file);
  if ('create' in step) {
    if (existsSync(file)) throw new Error('the file already exists');
    return step.create;
  }
  if (!existsSync(file)) throw new Error('the file does not exist');
  return step.changes.reduce((text, change) => change(text, step.file), readFileSync(file, 'utf8'));
}

/** Returns a sentence for each file that git reports as changed or new. Throws UsageError outside of a git clone. */
function changedFiles(root: string, files: readonly string[]): string[] {
  // Without --literal-pathspecs, git would read a path such as [installId] as a pattern.
  const args = [
    '--literal-pathspecs',
    'status',
    '--porcelain',
    '-z',
    '--no-renames',
    '--untracked-files=all',
  ];
  return gitOutput(root, [...args, '--', ...files])
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => `${line.slice(3)}: git reports a change. Commit it first.`);
}

function gitOutput(root: string, args: readonly string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    throw new UsageError('Nothing was written. This is no git clone, so a change could get lost.');
  }
}

/** Returns the text that the command prints: the files in the order in which to open them, and the commands to run. */
export function describePlan({ steps, test, after }: Plan): string {
  const open = steps.filter(({ todo }) => todo !== undefined);
  const rest = steps.filter(({ todo }) => todo === undefined);
  const conditional = rest.filter(({ onlyIf }) => onlyIf !== undefined);
  const complete = rest.filter(({ onlyIf }) => onlyIf === undefined);
  return [
    'Open these files in this order:',
    ...open.map(({ file, todo }, index) => `${String(index + 1).padStart(3)}. ${file}\n     ${todo}`),
    '',
    ...(conditional.length > 0 ? ['These files are complete. Open one of them only if:'] : []),
    ...conditional.map(({ file, onlyIf }) => `     ${file}\n       ${onlyIf}`),
    ...(conditional.length > 0 ? [''] : []),
    'These files are complete. You need not open them:',
    ...complete.map(({ file }) => `     ${file}`),
    '',
    test.until === null ? 'This is the test:' : `This test fails until ${test.until}:`,
    `     ${test.command}`,
    '',
    'Then run:',
    ...after.map((command) => `     ${command}`),
  ].join('\n');
}
