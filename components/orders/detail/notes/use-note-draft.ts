'use client';

import { useEffect, useRef, useState } from 'react';
import { forgetCopy, loadCopy, saveCopy } from '@/components/ui/session-copy';
import type { OrderTarget } from '@/components/orders/detail/use-order-write';

/**
 * Typed text of a note, and the note that was shown when typing began (`seen`). The server receives `seen`
 * with a save, so the save cannot replace a note that the user has not seen.
 */
type Draft = { text: string; seen: string | null };

/**
 * Returns the unsaved text of the order's note, and functions that change it. Without unsaved text, `text` is the
 * stored note. Unsaved text stays after a reload, and also if the stored note changes.
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
  // Session storage is read in an effect, because the server cannot read it. The first render in the browser
  // must give the same HTML as the server.
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
    /** True if the order's note was changed after the user had started to type. */
    isOvertaken: draft !== null && draft.seen !== note && draft.text !== storedNote,
    seen: draft ? draft.seen : note,
    type: (text: string) => {
      const seen = draft ? draft.seen : note;
      keep(text === storedNote ? null : { text, seen });
    },
    /**
     * Records that the user has now seen the stored note. The next save may then replace the stored note with the typed
     * text.
     */
    rebase: () => draft && keep({ ...draft, seen: note }),
    discard: () => keep(null),
    /**
     * Marks the text as saved. Call `settle` after the note `saved` was stored. Text that the user has typed since then
     * stays unsaved.
     */
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
