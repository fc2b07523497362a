'use client';

import { useLazy } from './use-lazy';

const load = () => import('./leave-guard').then(({ LeaveGuard }) => LeaveGuard);

/**
 * Asks for confirmation before the user leaves the page with unsaved input. The code of the question is loaded when
 * `isTyped` is first true. If it cannot be loaded, nothing is asked; the input still has its copy (session-copy).
 */
export function LazyLeaveGuard({ isTyped }: { isTyped: boolean }) {
  const renderGuard = useLazy(load, isTyped, () => undefined);
  return isTyped && renderGuard?.({});
}
