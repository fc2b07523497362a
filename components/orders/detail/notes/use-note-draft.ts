'use client';

import { useEffect, useRef, useState } from 'react';
import { forgetCopy, loadCopy, saveCopy } from '@/components/ui/session-copy';
import type { OrderTarget } from '@/components/orders/detail/use-order-write';

/** What is typed, and the note it was typed over: nobody writes over what they have not seen. */
type Draft = { text: string; seen: string | null };

/**
 * The note as it is typed. Without a draft it follows the order's; a draft stays as it is, through reloads too, and
 * whatever happens to the order meanwhile.
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
  // After the first paint: the server knows no copies.
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
    /** The note is no longer what it was when this was begun. */
    isOvertaken: draft !== null && draft.seen !== note && draft.text !== storedNote,
    seen: draft ? draft.seen : note,
    type: (text: string) => {
      const seen = draft ? draft.seen : note;
      keep(text === storedNote ? null : { text, seen });
    },
    /** Goes on from the note as it is now. */
    rebase: () => draft && keep({ ...draft, seen: note }),
    discard: () => keep(null),
    /** This was saved; what was typed on meanwhile stays, over it. */
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
