'use client';

import { type Messages, NextIntlClientProvider } from 'next-intl';
import { type ReactNode, use } from 'react';
import { serverTexts } from '@/lib/shared/text/server-texts';

/** Wait before the browser requests the file with the texts again, in milliseconds. */
const retryMs = 1_000;

/** The texts that the page has loaded or is loading, by the URL of their file. */
const loaded: Record<string, Promise<Messages>> = {};

type MessageProviderProps = { url: string; locale: string; children: ReactNode };

/**
 * Gives the translated texts to the client components of all screens.
 *
 * - `url`: static file with the texts (app/page-texts.server.ts)
 * - `locale`: language tag of the texts, for Intl
 *
 * The server renders the page with its own copy of the texts. In the browser, React starts when the file has arrived.
 * Until then, the user sees the page as the server rendered it.
 */
export function MessageProvider({ url, ...props }: MessageProviderProps) {
  const messages =
    typeof window === 'undefined' ? serverTexts<Messages>().get(url) : use((loaded[url] ??= load(url)));
  return <NextIntlClientProvider {...props} messages={messages} />;
}

/**
 * Loads the texts. If the file cannot be loaded, requests it again until it arrives: the network may fail, or the
 * database may not have the file of another build yet.
 */
async function load(url: string): Promise<Messages> {
  try {
    const response = await fetch(url);
    if (response.ok) return (await response.json()) as Messages;
  } catch {
    // The network failed, or the response ended too early.
  }
  await new Promise((resolve) => setTimeout(resolve, retryMs));
  return load(url);
}
