import { expect, it } from 'vitest';
import { withFallback } from './with-fallback';

const all = { order: { title: 'Order', items: ['Items: ', ['count', 'number']] }, close: 'Close' };

it('a language uses its own texts, and the texts of the other language where it has none', () => {
  expect(withFallback(all, { order: { title: 'TITLE' } })).toEqual({
    order: { title: 'TITLE', items: ['Items: ', ['count', 'number']] },
    close: 'Close',
  });
  expect(withFallback(all, {})).toEqual(all);
});

it('an empty text counts as absent, and a text that nobody reads is left out', () => {
  const some = { order: { title: '' }, close: 'CLOSE', old: 'OLD' };
  expect(withFallback(all, some)).toEqual({ ...all, close: 'CLOSE' });
});
