import { expect, it } from 'vitest';
import { editHelps } from './edit-helps';

type View = Parameters<typeof editHelps>[0];
type Content = NonNullable<View['content']>;

const view = (reason: string | null, over: Partial<View> = {}): View => ({
  can: { rewrite: true, withdraw: true, withdrawLink: false, retry: true, accept: false },
  content: {} as Content,
  problem: { state: 'refused', reason, requestId: null, lines: [] },
  ...over,
});

it.each([
  ['insufficient_stock', true],
  ['variant_not_found', true],
  ['payment_method_disabled', true],
  ['invalid_request', true],
  ['forbidden', false],
  ['a_new_reason', false],
  [null, false],
])('after the refusal "%s", a changed quote helps: %s', (reason, helps) => {
  expect(editHelps(view(reason))).toBe(helps);
});

it('does not help if the content was deleted, the outcome is unknown or there is no problem', () => {
  const reason = 'insufficient_stock';
  expect(editHelps(view(reason, { content: null }))).toBe(false);
  expect(editHelps(view(reason, { can: { ...view(reason).can, retry: false } }))).toBe(false);
  expect(editHelps(view(reason, { problem: null }))).toBe(false);
});
