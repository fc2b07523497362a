import { knownKey } from '@/lib/shared/known-key';

/** A stage of the rail: a status in words, and whether the order is past it, at it, or before it. */
export type RailStage = { status: string; state: 'done' | 'current' | 'ahead' };

/** The way an order goes when nothing goes wrong. */
const usualPath = ['placed', 'approved', 'processing', 'shipped', 'delivered', 'completed'] as const;

/** How many stages of the way an order that left it has surely behind it; what it became stands after them. */
const stagesPassed = {
  cancelled: 1,
  delivered_failed: 4,
  returned: 4,
  partially_refunded: 4,
  refunded: 4,
};

/**
 * How far the order has come. One that left the way shows where it ended instead of what lay ahead; of a status we
 * have never heard of only the beginning is known.
 */
export function orderRail(status: string): RailStage[] {
  const place = usualPath.findIndex((stage) => stage === status);
  if (place >= 0)
    return usualPath.map((stage, index) => ({
      status: stage,
      state: index < place ? 'done' : index === place ? 'current' : 'ahead',
    }));
  const offPath = knownKey(stagesPassed, status);
  const behind = usualPath.slice(0, offPath ? stagesPassed[offPath] : 1);
  return [
    ...behind.map((stage): RailStage => ({ status: stage, state: 'done' })),
    { status, state: 'current' },
  ];
}
