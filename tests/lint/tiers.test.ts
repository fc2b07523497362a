import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const dir = path.join(import.meta.dirname, 'fixtures');

/**
 * The first lines of each fixture file state two things: the repository path under which the file is linted (`path:`),
 * and the one lint rule that the file breaks (`breaks:`).
 */
const fixtures = readdirSync(dir).map((name) => {
  const text = readFileSync(path.join(dir, name), 'utf8');
  const header = /^\/\/ path: (.+)\n\/\/ breaks: (.+)\n/.exec(text);
  if (!header?.[1] || !header[2]) throw new Error(`${name} does not say what it is`);
  return { name, text, filePath: header[1], breaks: header[2] };
});

const eslint = new ESLint({ cwd: root });

test.each(fixtures)(
  'linting the fixture $name reports exactly: $breaks',
  async ({ text, filePath, breaks }) => {
    const [result] = await eslint.lintText(text, { filePath: path.join(root, filePath) });
    const errors = result?.messages.filter(({ severity }) => severity === 2) ?? [];
    expect(errors.map(({ ruleId }) => ruleId)).toEqual(breaks === 'nothing' ? [] : [breaks]);
  },
);

test('a refused name of a use-case file is reported with the allowed verbs and the advice to rename the file', async () => {
  const text =
    "import { orderRows } from '@/lib/orders/order-rows.server';\nexport const sendQuote = orderRows;\n";
  const [result] = await eslint.lintText(text, {
    filePath: path.join(root, 'lib/quotes/send-quote.server.ts'),
  });
  expect(result?.messages[0]?.message).toMatch(
    /The name of lib\/orders\/order-rows\.server .* rename the file: the first word must be one of accept, .*, read, .*, verify\./,
  );
});

test('a comment that disables a rule fails the lint', async () => {
  const text = '/* eslint-disable */\nexport const quiet = 1;\n';
  const [result] = await eslint.lintText(text, { filePath: path.join(root, 'lib/orders/quiet.ts') });
  // ESLint reports only a warning here. This is enough, because `npm run lint` fails on any warning.
  expect(result?.warningCount).toBe(1);
});
