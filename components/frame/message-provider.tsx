'use client';

import { type Messages, NextIntlClientProvider, useLocale } from 'next-intl';
import type { ReactNode } from 'react';

/** The parsed texts by their JSON text. There are few, because a language has one or two variants. */
const parsed = new Map<string, Messages>();

/**
 * Gives the translated texts to the client components of all screens. `json` has them as one JSON string. As an object
 * with 3,000 keys, they took a third of the CPU time of each page, because React encodes and decodes an object key by
 * key.
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
