import { knownKey } from '@/lib/shared/known-key';

/**
 * A stage in the progress display of an order: a status, and whether the order has passed it (done), is in it (current)
 * or has not reached it (ahead).
 */
export type RailStage = { status: string; state: 'done' | 'current' | 'ahead' };

/** The usual sequence of order statuses, if nothing fails. */
const usualPath = ['placed', 'approved', 'processing', 'shipped', 'delivered', 'completed'] as const;

/**
 * For each status outside `usualPath`: how many stages of `usualPath` the order has certainly passed. The display shows
 * these stages first, and then the status itself.
 */
const stagesPassed = {
  cancelled: 1,
  delivered_failed: 4,
  returned: 4,
  partially_refunded: 4,
  refunded: 4,
};

/**
 * Returns the stages of an order for its progress display. For a status outside `usualPath`, that status is the last
 * stage and no further stages are shown. For an unknown status, only the first stage certainly has been passed.
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
