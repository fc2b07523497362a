'use client';

import { useCallback, useMemo, useState } from 'react';

/** Orders that the user selected for a bulk action. */
export type Selection = {
  ids: ReadonlySet<string>;
  /** On a phone the checkboxes are shown only while this is true. */
  isChoosing: boolean;
  toggle: (id: string) => void;
  setAll: (ids: readonly string[], chosen: boolean) => void;
  choose: () => void;
  clear: () => void;
};

const nothing = { ids: new Set<string>(), isChoosing: false };

/**
 * Selected orders of one list. Rows that appear or disappear do not change the selection. Other filters (`text`) start
 * with an empty selection.
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
