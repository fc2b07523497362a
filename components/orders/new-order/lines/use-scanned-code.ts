'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useRef, useState } from 'react';
import { type CatalogueHit, hitOfCode, scannedCodeOptions } from '@/components/catalogue/catalogue-queries';
import { isScannedCode } from './scanned-code';

type ScannedCode = {
  text: string;
  setText: Dispatch<SetStateAction<string>>;
  onFound: (hit: CatalogueHit) => void;
};

/**
 * Handles Enter before the normal search has run. It searches for exactly this text and takes the only variant that has
 * it as SKU or barcode.
 *
 * A scanned code is cleared from the field immediately, so that the next scan is not appended to it. It returns to the
 * field if nothing is found. Results are added in the order of the scans. `added` is the name of the last one, for
 * screen readers.
 */
export function useScannedCode(installId: string, { text, setText, onFound }: ScannedCode) {
  const client = useQueryClient();
  const [pending, setPending] = useState(0);
  const [added, setAdded] = useState<string | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const enter = async (code: string) => {
    if (code === '') return;
    // Text that was typed in the meantime stays.
    const replace = (by: string) => setText((now) => (now === '' || now.trim() === code ? by : now));
    if (isScannedCode(code)) replace('');
    setPending((count) => count + 1);
    setAdded(null);
    // A failed search is treated as "nothing found" here. The list below shows the error and a retry button.
    const found = client.fetchQuery(scannedCodeOptions(installId, code)).catch(() => null);
    // Searches start immediately; their results are added in the order of the scans.
    const taken = last.current.then(() => found);
    last.current = taken;
    const view = await taken;
    setPending((count) => count - 1);
    const hit = view && hitOfCode(view, code);
    if (!hit) return replace(code);
    replace('');
    setAdded([hit.productName, hit.variantName].filter(Boolean).join(' - '));
    onFound(hit);
  };

  return { enter: (code = text.trim()) => void enter(code), isPending: pending > 0, added };
}
