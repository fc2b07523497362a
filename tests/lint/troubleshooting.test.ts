import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { gitIn, listFiles } from '@/tests/near/changed-files';
import { root } from '@/tests/stages/stage';

/** Messages of Next and Vitest. The test does not look for them in the source code of Daftar. */
const foreign = ['Another next build process is already running.', 'Test timed out in …'];

/** The messages that the first column of docs/troubleshooting.md quotes, as code spans. */
const quoted = readFileSync(path.join(root, 'docs/troubleshooting.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, span = '']) => span));

it('each message that docs/troubleshooting.md quotes is in the code or in the English texts', () => {
  const sources = listFiles(gitIn(root))
    .filter((file) => /^(?:app|lib|server|sandbox|tests\/(?:stages|support))\/.*\.ts$/.test(file))
    .concat('messages/en.json')
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
  // In a document, "…" stands for a value that the code inserts into the message.
  const missing = quoted.filter((span) => !span.split('…').every((part) => sources.includes(part)));
  expect(missing.filter((span) => !foreign.includes(span))).toEqual([]);
  expect(quoted.length).toBeGreaterThan(20);
});
