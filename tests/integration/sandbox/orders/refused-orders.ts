import { expect } from 'vitest';
import { followJournal, type JournalFollower } from '@/tests/integration/sandbox/control/journal-follower';
import {
  api,
  type Answer,
  createOrder,
  type ErrorAnswer,
  fieldsOf,
  orderBody,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';

export type Variant = {
  id: string;
  status: string;
  available_quantity: number;
  price: { amount_minor: number };
};
export type Product = { id: string; variants: Variant[] };

let journal: JournalFollower;

/** Starts a new sandbox with a journal, from which `expectRefused` reads what was written. Call it before each test. */
export async function renewJournaledWorld(): Promise<void> {
  journal = followJournal();
  await renewWorld({ dataDir: journal.dataDir });
}

/** Closes the sandbox and deletes the journal that `renewJournaledWorld` created. */
export function removeJournal(): void {
  world.sandbox.close();
  journal.close();
}

/** Creates a product with known stock and status in the SYP store, for one test. */
export async function makeProduct(quantity: number): Promise<{ productId: string; variantId: string }> {
  const made = await world.control<{ data: Product }>('POST', '/products', {
    store_id: world.syp,
    name: 'شال حرير',
    variants: [{ name: 'M', price_minor: 90_000, quantity }],
  });
  return { productId: made.body.data.id, variantId: made.body.data.variants[0]?.id ?? '' };
}

/**
 * Sends POST /orders with a valid body to which `change` was applied. Expects the given status, error code and list of
 * wrong fields, and expects that the sandbox writes nothing.
 */
export async function expectRefused(
  change: Record<string, unknown>,
  status: number,
  code: string,
  fields: string[] = [],
): Promise<Answer<ErrorAnswer>> {
  journal.changedTables();
  const answer = await createOrder<ErrorAnswer>(api, orderBody(change));
  expect(answer.status).toBe(status);
  expect(answer.body.error.code).toBe(code);
  for (const field of fields) expect(fieldsOf(answer)).toContain(field);
  // A refused order may change only the table of idempotency keys, because the sandbox stores the refusal under the key
  // of the request.
  expect(journal.changedTables().filter((name) => name !== 'idempotency')).toEqual([]);
  return answer;
}
