import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runOperation, type Operation, startModel } from './model-world';

/** Worlds × operations: 2,000 × 200 at scale 1. */
const scale = Number(process.env.TEST_SCALE || 0.05);
const worlds = Math.max(1, Math.round(2000 * scale));
const operationsPerWorld = 200;
const modelSeed = Number(process.env.TEST_SEED) || Date.now() % 2 ** 31;

const pick = fc.nat({ max: 1000 });
const quantity = fc.integer({ min: 1, max: 40 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('create'), pick, quantity, key: fc.nat({ max: 60 }), skip: fc.boolean() }),
  fc.record({ kind: fc.constant('sell'), pick, quantity, till: fc.boolean(), discount: pick }),
  fc.record({ kind: fc.constant('pay'), pick, amount: fc.integer({ min: 1, max: 500_000 }) }),
  fc.record({ kind: fc.constant('status'), pick, cancel: fc.boolean() }),
  fc.record({ kind: fc.constant('restock'), pick, quantity: fc.nat({ max: 60 }) }),
  fc.record({ kind: fc.constant('rename'), pick }),
  fc.record({
    kind: fc.constant('refund'),
    pick,
    amount: fc.integer({ min: 1, max: 500_000 }),
    key: fc.nat({ max: 60 }),
  }),
  fc.record({
    kind: fc.constant('fulfill'),
    pick,
    quantity: fc.integer({ min: 1, max: 30 }),
    key: fc.nat({ max: 60 }),
  }),
  fc.record({ kind: fc.constant('wait'), seconds: fc.integer({ min: 0, max: 15 }) }),
);

test(`CRE-13 EVT-5 REF-1 FUL-1 IDE-2: ${worlds} worlds keep stock, money, sequence and keys through ${operationsPerWorld} operations each`, async () => {
  console.info(`seed ${modelSeed}, ${worlds} worlds of ${operationsPerWorld} operations`);
  const statuses = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: operationsPerWorld, maxLength: operationsPerWorld, size: 'max' }),
      fc.nat(),
      async (operations, worldSeed) => {
        const model = await startModel(String(worldSeed));
        for (const each of operations) {
          const outcome = await runOperation(model, each);
          statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
        }
        await model.check();
      },
    ),
    { seed: modelSeed, numRuns: worlds, endOnFailure: scale >= 1 },
  );
  console.info(
    [...statuses]
      .sort()
      .map(([outcome, count]) => `${outcome}: ${count}`)
      .join('\n'),
  );
  expect(statuses.get('create 201')).toBeGreaterThan(0);
  for (const reached of ['create 409', 'sell 201', 'refund 201', 'refund 409', 'fulfill 201', 'fulfill 409'])
    expect(statuses.get(reached), reached).toBeGreaterThan(0);
}, 3_600_000);
