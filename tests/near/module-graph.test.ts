import { expect, test } from 'vitest';
import { readGraph, reach, type Tree, wayOf } from './module-graph';

/** Creates a file tree from a record with the path and text of each file. */
function treeOf(texts: Record<string, string>): Tree {
  return { files: Object.keys(texts), read: (file) => texts[file] ?? '' };
}

function leadingTo(texts: Record<string, string>, changed: string, near = true): Record<string, number> {
  const reached = reach(readGraph(treeOf(texts)), [changed], { near });
  return Object.fromEntries([...reached].map(([file, { distance }]) => [file, distance]));
}

test('every form of import counts as a dependency, by alias, by folder or by package, for code, JSON and CSS', () => {
  const texts = {
    'lib/a.ts': '',
    'lib/named.ts': "import { a } from '@/lib/a';",
    'lib/near.ts': "import { a } from './a';",
    'lib/again.ts': "export { a } from '@/lib/a';",
    'lib/later.ts': "const load = () => import('@/lib/a');",
    'lib/bare.tsx': "import '@/lib/a';",
    'lib/platform/pages.ts': '',
    'lib/paged.ts': "import { pages } from 'commerce-platform-client/pages';",
    'messages/en.json': '{}',
    'lib/words.ts': "import en from '@/messages/en.json' with { type: 'json' };",
    'app/globals.css': '',
    'app/layout.tsx': "import './globals.css';",
  };
  expect(leadingTo(texts, 'lib/a.ts')).toEqual({
    'lib/a.ts': 0,
    'lib/named.ts': 1,
    'lib/near.ts': 1,
    'lib/again.ts': 1,
    'lib/later.ts': 1,
    'lib/bare.tsx': 1,
  });
  expect(leadingTo(texts, 'lib/platform/pages.ts')).toHaveProperty(['lib/paged.ts'], 1);
  expect(leadingTo(texts, 'messages/en.json')).toHaveProperty(['lib/words.ts'], 1);
  expect(leadingTo(texts, 'app/globals.css')).toHaveProperty(['app/layout.tsx'], 1);
});

test('type-only imports do not count as dependencies, because tsc finds what they break', () => {
  const texts = {
    'lib/a.ts': '',
    'lib/type.ts': "import type { A } from '@/lib/a';",
    'lib/types.ts': "import { type A, type B } from '@/lib/a';",
    'lib/again.ts': "export type { A } from '@/lib/a';",
    'lib/both.ts': "import { type A, a } from '@/lib/a';",
  };
  expect(leadingTo(texts, 'lib/a.ts')).toEqual({ 'lib/a.ts': 0, 'lib/both.ts': 1 });
});

test('the distance is the number of imports on the shortest path', () => {
  const texts = {
    'lib/a.ts': '',
    'lib/b.ts': "import './a';",
    'lib/c.ts': "import './b';",
    'lib/d.ts': "import './c'; import './a';",
    'lib/e.ts': "import './c';",
  };
  expect(leadingTo(texts, 'lib/a.ts')).toMatchObject({ 'lib/c.ts': 2, 'lib/d.ts': 1, 'lib/e.ts': 3 });
  const reached = reach(readGraph(treeOf(texts)), ['lib/a.ts'], { near: true });
  expect(wayOf(reached, 'lib/e.ts')).toEqual(['lib/c.ts', 'lib/b.ts']);
});

const worlds = {
  'lib/a.ts': '',
  'lib/worker/start-worker.server.ts': "import '@/lib/a';",
  'lib/worker/main.ts': "import './start-worker.server';",
  'tests/support/worker.ts': "start('lib/worker/main.ts');",
  'tests/support/operations/use-case-program.ts': "import '@/lib/a';",
  'tests/integration/app/by-program.test.ts': "start('tests/support/operations/use-case-program.ts');",
  'tests/integration/app/by-worker.test.ts': "import '@/tests/support/worker';",
  'tests/integration/app/by-registry.test.ts': "import '@/lib/worker/start-worker.server';",
  'tests/integration/app/by-import.test.ts': "import '@/lib/a';",
};

test('with near, the search stops at a registry file and at a program that is started by its path', () => {
  const found = leadingTo(worlds, 'lib/a.ts');
  expect(found).toHaveProperty(['tests/integration/app/by-import.test.ts']);
  expect(found).not.toHaveProperty(['tests/integration/app/by-registry.test.ts']);
  expect(found).not.toHaveProperty(['tests/integration/app/by-worker.test.ts']);
  expect(found).not.toHaveProperty(['tests/integration/app/by-program.test.ts']);
});

test('without near, the search continues through a program and a registry file', () => {
  const found = leadingTo(worlds, 'lib/a.ts', false);
  expect(found).toHaveProperty(['tests/integration/app/by-registry.test.ts']);
  expect(found).toHaveProperty(['tests/integration/app/by-worker.test.ts']);
  expect(found).toHaveProperty(['tests/integration/app/by-program.test.ts']);
});

test('a registry file that changed is near to the files that import it', () => {
  expect(leadingTo(worlds, 'lib/worker/start-worker.server.ts')).toHaveProperty([
    'tests/integration/app/by-registry.test.ts',
  ]);
});

test('a file that a test names by path and that other files import counts as read and not as started', () => {
  const texts = {
    'lib/a.ts': '',
    'lib/b.ts': "import './a';",
    'tests/integration/app/reads.test.ts': "parse('lib/a.ts');",
  };
  expect(leadingTo(texts, 'lib/a.ts')).toHaveProperty(['tests/integration/app/reads.test.ts'], 1);
});
