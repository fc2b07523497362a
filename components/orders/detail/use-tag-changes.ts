'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { changeTags, folded, type TagChange, tagLimits } from '@/lib/orders/order/tag-changes';
import type { OrderView } from '@/lib/orders/order-view';
import { openActions } from './open-actions';
import { type OrderActions, type OrderTarget, useOrderWrite } from './use-order-write';

type Wish = { tag: string; op: keyof TagChange };

/**
 * Tag changes of the user: shown immediately, sent one write after another, and removed again if the platform refuses.
 * Writes that were in progress when the page opened are included.
 */
export function useTagChanges(target: OrderTarget, view: OrderView, action: OrderActions['changeOrder']) {
  const [wishes, setWishes] = useState<readonly Wish[]>([]);
  const sent = useRef<readonly Wish[]>([]);
  const forget = () => {
    const over = sent.current;
    sent.current = [];
    setWishes((now) => now.filter((wish) => !over.includes(wish)));
  };
  const write = useOrderWrite<{ change: { tags: TagChange } }>(action, target, forget, forget);

  const isBusy = write.sending || write.isOutcomeUnknown;
  const sendNext = useEffectEvent(() => {
    if (sent.current.length > 0) return;
    const batch = wishes.slice(0, tagLimits.addedMax);
    sent.current = batch;
    void write.send({ change: { tags: asChange(batch) } });
  });
  useEffect(() => {
    if (!isBusy && wishes.length > 0) sendNext();
  }, [isBusy, wishes]);

  const underWay = openActions(view, 'patch_order').flatMap(({ requested }) => requested.tags ?? []);
  const changes = [...underWay.reverse(), ...wishes.map((wish) => asChange([wish]))];
  return {
    write,
    tags: changes.reduce(changeTags, view.order.tags),
    pending: new Set(changes.flatMap(({ add }) => add)),
    wish: (change: TagChange) => {
      const fresh = (['add', 'remove'] as const).flatMap((op) =>
        change[op].map((tag): Wish => ({ tag, op })),
      );
      const names = new Set(fresh.map(({ tag }) => folded(tag)));
      // The last change of a tag counts. A change that is being sent finishes first.
      setWishes((now) => [
        ...now.filter((wish) => sent.current.includes(wish) || !names.has(folded(wish.tag))),
        ...fresh,
      ]);
    },
  };
}

function asChange(wishes: readonly Wish[]): TagChange {
  const of = (op: keyof TagChange) => wishes.filter((wish) => wish.op === op).map(({ tag }) => tag);
  return { add: of('add'), remove: of('remove') };
}
