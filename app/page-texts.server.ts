import 'server-only';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Messages } from 'next-intl';
import { preload } from 'react-dom';
import { serverTexts } from '@/lib/shared/text/server-texts';
import { env } from '@/lib/system/env';
import { textsFile } from '@/app/texts-file';

/** The URLs by the messages object of the language. It is the same object in every request. */
const urls = new WeakMap<Messages, string | null>();

/**
 * Returns the URL of the static file with the texts of a language, for MessageProvider. So no page contains all texts,
 * which would be more than half of its bytes. The browser starts to load the file together with the scripts of the
 * page.
 *
 * Returns null if the build that runs has no file that is equal to these texts. Then the page must contain them. This is
 * so in development, where each edit of a text changes them.
 */
export function pageTextsUrl(messages: Messages): string | null {
  let url = urls.get(messages);
  if (url === undefined) {
    const file = textsFile(messages);
    url = isBuilt(file.path) ? `/_next/static/${file.path}` : null;
    urls.set(messages, url);
    if (url !== null) serverTexts<Messages>().set(url, messages);
  }
  // The attributes are those of a call of `fetch` without options. Otherwise, the browser would load the file twice.
  if (url !== null) preload(url, { as: 'fetch', crossOrigin: 'anonymous' });
  return url;
}

/** Returns true if the build that runs has this static file. The development server serves no files of a build. */
function isBuilt(file: string): boolean {
  const isDevelopment = env().DAFTAR_MODE === 'development';
  return !isDevelopment && existsSync(path.join(process.cwd(), '.next', 'static', file));
}
