import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';

it('the bar of a finished task is full at once, and the bar of a running task moves', () => {
  const barOf = (done: number) =>
    renderToStaticMarkup(createElement(ProgressBar, { label: 'Orders', of: { done, total: 3 } }));
  expect(barOf(2)).toContain('transition');
  expect(barOf(3)).toContain('inline-size:100%');
  expect(barOf(3)).not.toContain('transition');
});
