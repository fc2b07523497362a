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
 * Handles the Enter key in the catalogue search by searching for exactly the typed text. If exactly one variant has the
 * text as SKU or barcode, that variant is added.
 *
 * A scanned code is cleared from the field immediately, so that the next scan is not appended to it. If no variant has
 * the code, the code is written back into the field. Variants are added in the sequence of the scans. `added` is the
 * name of the last added variant, for screen readers.
 */
export function useScannedCode(installId: string, { text, setText, onFound }: ScannedCode) {
  const client = useQueryClient();
  const [pending, setPending] = useState(0);
  const [added, setAdded] = useState<string | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const enter = async (code: string) => {
    if (code === '') return;
    // Writes `by` into the field, unless the field contains other text than `code`. The user has then typed newer text,
    // and that text stays.
    const replace = (by: string) => setText((now) => (now === '' || now.trim() === code ? by : now));
    if (isScannedCode(code)) replace('');
    setPending((count) => count + 1);
    setAdded(null);
    // If the search fails, the code is treated as if no variant had it. The list below the field shows the error and a
    // retry button.
    const found = client.fetchQuery(scannedCodeOptions(installId, code)).catch(() => null);
    // All searches start immediately, but their results are handled in the sequence of the scans.
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
