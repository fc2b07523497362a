'use client';

import { useEffect, useRef, useState } from 'react';
import { forgetCopy, loadCopy } from '@/components/ui/session-copy';
import type { OrderTarget } from '@/components/orders/detail/use-order-write';

/**
 * Whether a form of the order page is open, and its initial values. A form that was left with typed values opens again
 * automatically. `begun` is then null, and the values are in the stored copy (use-kept-draft).
 */
export function useInPlaceForm<Draft>(name: string, { installId, orderId }: OrderTarget) {
  const copyKey = `daftar.${name}.1.${installId}.${orderId}`;
  const [form, setForm] = useState<{ begun: Draft | null } | null>(null);
  const restore = useRef(() => {
    if (loadCopy(copyKey)) setForm({ begun: null });
  });
  // Runs after the first paint, because the server cannot read stored copies.
  useEffect(() => restore.current(), []);
  const hide = () => setForm(null);
  return {
    copyKey,
    isOpen: form !== null,
    begun: form?.begun ?? null,
    open: (begun: Draft) => setForm({ begun }),
    /** Called when the form's code could not be loaded. The typed values stay stored. */
    hide,
    close: () => {
      forgetCopy(copyKey);
      hide();
    },
  };
}
