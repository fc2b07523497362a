'use client';

import { type Messages, NextIntlClientProvider, useLocale } from 'next-intl';
import type { ReactNode } from 'react';

/**
 * Cache of the parsed texts; the key is the JSON string. The cache stays small, because a language has only one or two
 * variants.
 */
const parsed = new Map<string, Messages>();

/**
 * Gives the translated texts to the client components of all screens. `json` has all texts as one JSON string. An
 * object with 3,000 keys is not used, because React encodes and decodes an object key by key. That took a third of the
 * CPU time of each page.
 */
export function MessageProvider({ json, children }: { json: string; children: ReactNode }) {
  let messages = parsed.get(json);
  if (!messages) {
    messages = JSON.parse(json) as Messages;
    parsed.set(json, messages);
  }
  return (
    <NextIntlClientProvider locale={useLocale()} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
