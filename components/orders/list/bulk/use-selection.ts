'use client';

import { useCallback, useMemo, useState } from 'react';

/** Orders that were chosen to do something to all of them. */
export type Selection = {
  ids: ReadonlySet<string>;
  /** On a phone the boxes are shown only while one chooses. */
  isChoosing: boolean;
  toggle: (id: string) => void;
  setAll: (ids: readonly string[], chosen: boolean) => void;
  choose: () => void;
  clear: () => void;
};

const nothing = { ids: new Set<string>(), isChoosing: false };

/**
 * The chosen orders of one list. What comes to the list or leaves it changes nothing of it; other filters (`text`) are
 * another list, of which nothing is chosen.
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
