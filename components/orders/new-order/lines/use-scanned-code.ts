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
 * Enter before the search as one types has run: waits for the search of just this text, and takes the one variant that
 * has it as its SKU or barcode. A code leaves the field at once, so that the next scan does not run into it, and comes
 * back when nothing is found by it. What is found comes in the order of the scans; `added` is the name of what was taken
 * last, to be said aloud.
 */
export function useScannedCode(installId: string, { text, setText, onFound }: ScannedCode) {
  const client = useQueryClient();
  const [pending, setPending] = useState(0);
  const [added, setAdded] = useState<string | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const enter = async (code: string) => {
    if (code === '') return;
    // What was typed meanwhile stays.
    const replace = (by: string) => setText((now) => (now === '' || now.trim() === code ? by : now));
    if (isScannedCode(code)) replace('');
    setPending((count) => count + 1);
    setAdded(null);
    // Not to be told apart from nothing found: the list below says what went wrong, and how to ask again.
    const found = client.fetchQuery(scannedCodeOptions(installId, code)).catch(() => null);
    // Asked for at once, taken in the order of the scans.
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
