'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { changeTags, folded, type TagChange, tagLimits } from '@/lib/orders/order/tag-changes';
import type { OrderView } from '@/lib/orders/order-view';
import { openActions } from './open-actions';
import { type OrderActions, type OrderTarget, useOrderWrite } from './use-order-write';

/** Change that adds or removes one tag and that the platform has not confirmed yet. */
type PendingChange = { tag: string; op: keyof TagChange };

/**
 * Manages the user's changes to the order's tags. The screen shows a change immediately. Changes that wait are sent
 * together in one write, with at most `addedMax` added tags. The next write is sent after the current write has ended.
 * If the platform refuses a write, the screen no longer shows the changes of that write. Changes that were already
 * being sent when the page opened are included.
 */
export function useTagChanges(target: OrderTarget, view: OrderView, action: OrderActions['changeOrder']) {
  const [waiting, setWaiting] = useState<readonly PendingChange[]>([]);
  const sent = useRef<readonly PendingChange[]>([]);
  const forget = () => {
    const over = sent.current;
    sent.current = [];
    setWaiting((now) => now.filter((change) => !over.includes(change)));
  };
  const write = useOrderWrite<{ change: { tags: TagChange } }>(action, target, forget, forget);

  const isBusy = write.sending || write.isOutcomeUnknown;
  const sendNext = useEffectEvent(() => {
    if (sent.current.length > 0) return;
    const batch = waiting.slice(0, tagLimits.addedMax);
    sent.current = batch;
    void write.send({ change: { tags: asChange(batch) } });
  });
  useEffect(() => {
    if (!isBusy && waiting.length > 0) sendNext();
  }, [isBusy, waiting]);

  const underWay = openActions(view, 'patch_order').flatMap(({ requested }) => requested.tags ?? []);
  const changes = [...underWay.reverse(), ...waiting.map((change) => asChange([change]))];
  return {
    write,
    tags: changes.reduce(changeTags, view.order.tags),
    pending: new Set(changes.flatMap(({ add }) => add)),
    applyChange: (change: TagChange) => {
      const fresh = (['add', 'remove'] as const).flatMap((op) =>
        change[op].map((tag): PendingChange => ({ tag, op })),
      );
      const names = new Set(fresh.map(({ tag }) => folded(tag)));
      // If the user changes the same tag several times, only the last change is sent. But a change that is already
      // being sent is not stopped, and the last change is sent after it.
      setWaiting((now) => [
        ...now.filter((earlier) => sent.current.includes(earlier) || !names.has(folded(earlier.tag))),
        ...fresh,
      ]);
    },
  };
}

function asChange(pending: readonly PendingChange[]): TagChange {
  const of = (op: keyof TagChange) => pending.filter((change) => change.op === op).map(({ tag }) => tag);
  return { add: of('add'), remove: of('remove') };
}
