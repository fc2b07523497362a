import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addToBatch,
  type LiveBatch,
  type LiveChange,
  liveKinds,
  namedMax,
  readLiveChanges,
} from './live-change';

const changes = fc.array(
  fc.record({ kind: fc.constantFrom(...liveKinds), id: fc.integer({ min: 0, max: 200 }).map(String) }),
  { maxLength: 400 },
);

function batchOf(reported: readonly LiveChange[]): LiveBatch {
  const batch: LiveBatch = new Map();
  for (const change of reported) addToBatch(batch, change);
  return batch;
}

const isAlwaysNamed = (kind: LiveChange['kind']) => kind === 'install' || kind === 'role';

describe('a batch of live changes', () => {
  it('names each change or contains "many", and stays below its size limit', () => {
    fc.assert(
      fc.property(changes, (reported) => {
        const batch = [...batchOf(reported).values()];
        const isMany = batch.some(({ kind }) => kind === 'many');
        expect(batch.length).toBeLessThanOrEqual(namedMax + 2);
        for (const { kind, id } of reported) {
          const isNamed = batch.some(
            (change) => change.kind === kind && (isAlwaysNamed(kind) || change.id === id),
          );
          expect(isNamed || (isMany && !isAlwaysNamed(kind))).toBe(true);
        }
        // The change "many" makes every screen read all its data again. So the test allows "many" in an event in two
        // cases only: "many" was reported, or there were more than `namedMax` different changes.
        if (new Set(reported.map(({ kind, id }) => kind + id)).size <= namedMax)
          expect(isMany).toBe(reported.some(({ kind }) => kind === 'many'));
      }),
      { numRuns: 10_000 },
    );
  });

  it('is the same after JSON serialization and parsing', () => {
    fc.assert(
      fc.property(changes, (reported) => {
        const batch = [...batchOf(reported).values()];
        expect(readLiveChanges(JSON.stringify(batch))).toEqual(batch);
      }),
    );
  });

  it.each([
    '',
    'null',
    '{',
    '{}',
    '[null]',
    '[{"kind":"order"}]',
    '[{"kind":"x","id":"1"}]',
    '[{"kind":"order","id":1}]',
  ])('read from the invalid text %s is empty', (text) => expect(readLiveChanges(text)).toEqual([]));
});
