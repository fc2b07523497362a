'use client';

import { useEffect, useRef, useState } from 'react';
import { forgetCopy, loadCopy } from '@/components/ui/session-copy';
import type { OrderTarget } from '@/components/orders/detail/use-order-write';

/**
 * Whether a form of the order page is open, and what it was opened with. One that was left with something typed
 * opens again by itself; `begun` is null then, and the copy has it (use-kept-draft).
 */
export function useInPlaceForm<Draft>(name: string, { installId, orderId }: OrderTarget) {
  const copyKey = `daftar.${name}.1.${installId}.${orderId}`;
  const [form, setForm] = useState<{ begun: Draft | null } | null>(null);
  const restore = useRef(() => {
    if (loadCopy(copyKey)) setForm({ begun: null });
  });
  // After the first paint: the server knows no copies.
  useEffect(() => restore.current(), []);
  const hide = () => setForm(null);
  return {
    copyKey,
    isOpen: form !== null,
    begun: form?.begun ?? null,
    open: (begun: Draft) => setForm({ begun }),
    /** Its code could not be fetched: what was typed is kept for another time. */
    hide,
    close: () => {
      forgetCopy(copyKey);
      hide();
    },
  };
}
