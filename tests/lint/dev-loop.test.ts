import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileEdits } from '@/tests/bench/dev-loop-edits';

const root = path.resolve(import.meta.dirname, '../..');

test.each(fileEdits)('the benchmark dev-loop can edit the $name: its text occurs once in $file', (edit) => {
  const text = readFileSync(path.join(root, edit.file), 'utf8');
  expect(text.split(edit.from).length - 1).toBe(1);
  expect(edit.to(1)).not.toBe(edit.to(2));
});
