'use client';

import { useEffect, useRef, useState } from 'react';
import { forgetCopy, loadCopy, saveCopy } from '@/components/ui/session-copy';
import type { OrderTarget } from '@/components/orders/detail/use-order-write';

/**
 * The typed text and the note that was shown when typing began. It prevents a save over a note that the user has not
 * seen.
 */
type Draft = { text: string; seen: string | null };

/**
 * Draft of the order's note. Without a draft it shows the order's note. A draft survives reloads and changes of the
 * order.
 */
export function useNoteDraft({ installId, orderId }: OrderTarget, note: string | null) {
  const copyKey = `daftar.note.1.${installId}.${orderId}`;
  const [draft, setDraft] = useState<Draft | null>(null);
  const latest = useRef<Draft | null>(null);
  const restore = useRef(() => {
    const saved = loadCopy(copyKey);
    if (!isDraft(saved)) return;
    latest.current = saved;
    setDraft(saved);
  });
  // Runs after the first paint, because the server cannot read stored copies.
  useEffect(() => restore.current(), []);

  const keep = (next: Draft | null) => {
    latest.current = next;
    setDraft(next);
    if (next) saveCopy(copyKey, next);
    else forgetCopy(copyKey);
  };
  const storedNote = note ?? '';
  return {
    text: draft?.text ?? storedNote,
    isDirty: draft !== null && draft.text !== storedNote,
    /** True if the order's note changed after this draft was started. */
    isOvertaken: draft !== null && draft.seen !== note && draft.text !== storedNote,
    seen: draft ? draft.seen : note,
    type: (text: string) => {
      const seen = draft ? draft.seen : note;
      keep(text === storedNote ? null : { text, seen });
    },
    /** Marks the current note as seen, so that the draft can replace it. */
    rebase: () => draft && keep({ ...draft, seen: note }),
    discard: () => keep(null),
    /** Call it after `saved` was stored. Text typed since then stays as a draft over it. */
    settle: (saved: string | null) => {
      const now = latest.current;
      if (now) keep(now.text === (saved ?? '') ? null : { ...now, seen: saved });
    },
  };
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('seen' in value)) return false;
  return typeof value.text === 'string' && (value.seen === null || typeof value.seen === 'string');
}
