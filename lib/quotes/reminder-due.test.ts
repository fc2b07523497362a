import { expect, it } from 'vitest';
import type { QuoteEventView } from './quote-view';
import { isReminderDue } from './reminder-due';

const sent = (version: number, at: string): QuoteEventView => ({
  id: String(version),
  kind: 'sent',
  version,
  side: 'staff',
  by: null,
  message: null,
  at,
});
const quote = {
  state: 'opened' as const,
  changeRequested: false,
  version: 2,
  events: [sent(2, '2026-11-25T10:00:00Z'), sent(1, '2026-11-20T10:00:00Z')],
};

it('a reminder is due one day after the current version was sent, while the quote waits for the customer', () => {
  const [before, due] = [new Date('2026-11-26T09:59:59Z'), new Date('2026-11-26T10:00:00Z')];
  expect(isReminderDue(quote, before)).toBe(false);
  expect(isReminderDue(quote, due)).toBe(true);
  expect(isReminderDue({ ...quote, changeRequested: true }, due)).toBe(false);
  expect(isReminderDue({ ...quote, state: 'declined' }, due)).toBe(false);
  expect(isReminderDue({ ...quote, events: [] }, due)).toBe(false);
});
