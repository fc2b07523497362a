'use client';

import { useCallback, useMemo, useState } from 'react';

/** The orders that the user has selected for a bulk action, and functions to change the selection. */
export type Selection = {
  ids: ReadonlySet<string>;
  /** True while the user selects orders. On a phone, the rows have checkboxes only during that time. */
  isChoosing: boolean;
  toggle: (id: string) => void;
  setAll: (ids: readonly string[], chosen: boolean) => void;
  choose: () => void;
  clear: () => void;
};

const nothing = { ids: new Set<string>(), isChoosing: false };

/**
 * Selection of orders in the orders list. An order stays selected even if its row disappears from the list. A selection
 * belongs to one set of filters (`text`). When the filters change, the selection becomes empty.
 */
export function useSelection(text: string): Selection {
  const [current, setCurrent] = useState({ text, ...nothing });
  const { ids, isChoosing } = current.text === text ? current : nothing;
  const change = useCallback(
    (next: (now: typeof nothing) => typeof nothing) =>
      setCurrent((before) => ({ text, ...next(before.text === text ? before : nothing) })),
    [text],
  );
  const setAll = useCallback(
    (some: readonly string[], chosen: boolean) =>
      change((now) => {
        const remaining = [...now.ids].filter((id) => !some.includes(id));
        return { ...now, ids: new Set(chosen ? [...now.ids, ...some] : remaining) };
      }),
    [change],
  );
  const toggle = useCallback(
    (id: string) =>
      change((now) => {
        const next = new Set(now.ids);
        if (!next.delete(id)) next.add(id);
        return { ...now, ids: next };
      }),
    [change],
  );
  const choose = useCallback(() => change((now) => ({ ...now, isChoosing: true })), [change]);
  const clear = useCallback(() => change(() => nothing), [change]);
  return useMemo(
    () => ({ ids, isChoosing, toggle, setAll, choose, clear }),
    [ids, isChoosing, toggle, setAll, choose, clear],
  );
}
