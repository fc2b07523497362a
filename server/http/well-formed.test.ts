import { expect, it } from 'vitest';
import { isWellFormed } from './well-formed';

const tree = encodeURIComponent(JSON.stringify(['', { children: ['i', {}] }]));
const withTree = (header: string) =>
  isWellFormed({ url: '/', headers: { 'next-router-state-tree': header } });

it('a path with escapes of another encoding is refused, and a path in any language is not', () => {
  const paths = ['/', '/i/%D8%A7/orders?q=%ff', '/i/%ff/x', '/%', '/i/%00', '/i/%C3%28'];
  expect(paths.map((url) => isWellFormed({ url, headers: {} }))).toEqual([
    true,
    true,
    false,
    false,
    true,
    false,
  ]);
});

it('a Next-Router-State-Tree header that is not a tree is refused', () => {
  expect(withTree(tree)).toBe(true);
  for (const header of ['', 'x', '%ff', '{}', '[1,2]', 'null', `[${'['.repeat(9_000)}`, 'x'.repeat(50_000)])
    expect([header.slice(0, 9), withTree(header)]).toEqual([header.slice(0, 9), false]);
});
