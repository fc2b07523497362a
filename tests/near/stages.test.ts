import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lintStage, root, wordsStage } from '@/tests/stages/stage';

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const argumentsOf = (script: string) => scripts[script]?.split(' ').slice(1);

test('the stages lint and words of npm test use the arguments and the cache of npm run lint and npm run words', () => {
  expect(lintStage().step.args).toEqual(argumentsOf('lint'));
  expect(wordsStage().step.args).toEqual(argumentsOf('words'));
});

test('the stages of npm run test:near check only the given files; cspell takes a path with brackets by --file', () => {
  const file = 'app/(admin)/i/[installId]/run-command.ts';
  const words = argumentsOf('words') ?? [];
  expect(wordsStage([file]).step.args).toEqual([...words, '--no-must-find-files', '--file', file]);
  expect(lintStage([file]).step.args).toEqual([...(argumentsOf('lint') ?? []), file]);
});
