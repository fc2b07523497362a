import { knownKey } from '@/lib/shared/known-key';

/** A stage of the rail: a status, and whether the order has passed it, is at it, or has not reached it. */
export type RailStage = { status: string; state: 'done' | 'current' | 'ahead' };

/** The statuses of an order when nothing fails, in sequence. */
const usualPath = ['placed', 'approved', 'processing', 'shipped', 'delivered', 'completed'] as const;

/**
 * For a status outside `usualPath`: how many stages the order has certainly passed. The status itself is shown after
 * these stages.
 */
const stagesPassed = {
  cancelled: 1,
  delivered_failed: 4,
  returned: 4,
  partially_refunded: 4,
  refunded: 4,
};

/**
 * Returns the stages of an order. For a status outside `usualPath`, the final status is shown instead of the stages
 * ahead. For an unknown status, only the first stage is certain.
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
