import { randomUUID } from 'node:crypto';
import { asTenant } from '@/tests/support/stack/as-system';
import type { Stack } from '@/tests/support/stack/stack';

/**
 * The drawer (the counted cash in one currency) of a day without any cash, as the form that closes the day sends it.
 */
export const emptyDrawer = {
  currency: 'SYP',
  decimals: 0,
  openingMinor: 0,
  remittedMinor: 0,
  countedMinor: 0,
  reason: '',
  lines: [],
};

/** Stores the record of a closed day without cash sums. Returns the id of the record. */
export async function storeClosedDay(stack: Stack, installId: string): Promise<string> {
  const id = randomUUID();
  await asTenant(
    stack,
    installId,
    `INSERT INTO cash_days (install_id, id, day, version, starts_at, ends_at, content_hash)
     VALUES ($1, $2, current_date - 1, 1, now(), now(), '')`,
    [id],
  );
  return id;
}
