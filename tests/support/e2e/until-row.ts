import { expect } from 'playwright/test';
import { asSystem } from '@/tests/support/stack/as-system';
import type { Stack } from '@/tests/support/stack/stack';

/** Repeats an SQL statement until it returns one row. */
export async function untilRow(stack: Stack, sql: string, values: unknown[]): Promise<void> {
  await expect
    .poll(async () => (await asSystem(stack, sql, values)).length, { timeout: 60_000, intervals: [50] })
    .toBe(1);
}
