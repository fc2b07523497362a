import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settableOrderStatuses } from 'commerce-platform-client/contract/orders';
import { checkModel } from './model-check';
import { type Operation, perform } from './model-operations';
import { startModel } from './model-world';
import { testScale } from '@/tests/support/stack/test-scale';

/** Number of sandboxes: 2,000 at full test scale. Each gets 200 random steps. */
const worlds = Math.max(1, Math.round(2000 * testScale));
const operationsPerWorld = 200;
const modelSeed = Number(process.env.TEST_SEED) || Date.now() % 2 ** 31;

const pick = fc.nat({ max: 1000 });
const key = fc.nat({ max: 60 });
const quantity = fc.integer({ min: 1, max: 40 });
const few = fc.integer({ min: 1, max: 8 });
const amount = fc.integer({ min: 1, max: 60_000 });
const usual: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    kind: fc.constant('create'),
    pick,
    quantity,
    key,
    skip: fc.boolean(),
    custom: fc.boolean(),
    race: fc.boolean(),
  }),
  fc.record({ kind: fc.constantFrom('buy', 'sell'), pick, quantity: few, discount: pick }),
  fc.record({ kind: fc.constant('pay'), pick, amount: fc.integer({ min: 1, max: 500_000 }) }),
  fc.record({ kind: fc.constant('status'), pick, status: fc.constantFrom(...settableOrderStatuses), key }),
  fc.record({ kind: fc.constant('refund'), pick, amount, key }),
  fc.record({ kind: fc.constantFrom('refund lines', 'refund restock'), pick, amount, quantity: few, key }),
  fc.record({ kind: fc.constant('fulfill'), pick, quantity: few, key, pending: fc.boolean() }),
  fc.record({
    kind: fc.constant('move'),
    pick,
    status: fc.constantFrom('shipped', 'delivered', 'cancelled'),
    key,
  }),
  fc.record({
    kind: fc.constant('movement'),
    pick,
    delta: fc.integer({ min: -40, max: 20 }).filter((delta) => delta !== 0),
    key,
  }),
  fc.record({ kind: fc.constant('recount'), pick, quantity: fc.nat({ max: 60 }) }),
  fc.record({ kind: fc.constant('edit'), pick, cancel: fc.boolean() }),
  fc.record({ kind: fc.constant('rename'), pick }),
  fc.record({ kind: fc.constant('replay'), pick }),
  fc.record({ kind: fc.constant('wait'), seconds: fc.integer({ min: 0, max: 30 }) }),
);
const rare: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('next day') }),
  fc.record({ kind: fc.constant('reinstall'), sameId: fc.boolean() }),
);
const operation = fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: rare });

/**
 * Results that must occur at least once in every eight sandboxes, so that the test covers them. The sandbox must accept
 * each kind of step at least once. It must also refuse each kind of step that can be refused.
 */
const mustReach = [
  ['create 201', 'create 409', 'buy 201', 'buy 409', 'sell 201', 'sell 409', 'pay 201'],
  ['status 200', 'status 409', 'refund 201', 'refund 409', 'refund lines 201', 'refund lines 409'],
  ['refund lines 400', 'refund restock 201', 'refund restock 409', 'fulfill 201', 'fulfill 409'],
  ['move 200', 'move 409', 'movement 201', 'movement 409', 'recount 200', 'edit 200', 'rename 200'],
  ['replay 201', 'replay 409', 'replay 200', 'wait 0', 'next day 401', 'reinstall 401'],
].flat();

test(`CRE-13 EVT-5 REF-1 FUL-1 FUL-4 IDE-2 IDE-3: ${worlds} worlds keep stock, money, sequence and keys correct through ${operationsPerWorld} steps each`, async () => {
  console.info(`seed ${modelSeed}, ${worlds} worlds of ${operationsPerWorld} operations`);
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: operationsPerWorld, maxLength: operationsPerWorld, size: 'max' }),
      fc.nat(),
      async (operations, worldSeed) => {
        const model = await startModel(String(worldSeed));
        for (const [index, each] of operations.entries()) {
          const status = await perform(model, each).catch((cause: unknown) => {
            throw new Error(`operation ${index}, ${JSON.stringify(each)}: ${String(cause)}`, { cause });
          });
          const outcome = `${each.kind} ${status}`;
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        }
        await checkModel(model);
      },
    ),
    { seed: modelSeed, numRuns: worlds, endOnFailure: true },
  );
  const counts = [...outcomes].sort().map(([outcome, count]) => `${outcome}: ${count}`);
  console.info(counts.join('\n'));
  for (const outcome of mustReach)
    expect(outcomes.get(outcome) ?? 0, outcome).toBeGreaterThanOrEqual(Math.floor(worlds / 8));
}, 3_600_000);
