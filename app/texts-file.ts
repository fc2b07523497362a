import { createHash } from 'node:crypto';
import type { Messages } from 'next-intl';

/** The translated texts of one language as a static file, which browsers load once and cache. */
export type TextsFile = {
  /** Path of the file below /_next/static/. It contains a hash of the content, so the content never changes. */
  path: string;
  json: string;
};

/**
 * Returns the static file of one language's compiled texts. The build writes it (server/packaging/write-texts.ts), and
 * the layout of the merchant's screens names it (app/page-texts.server.ts).
 */
export function textsFile(messages: Messages): TextsFile {
  const json = JSON.stringify(messages);
  const hash = createHash('sha256').update(json).digest('hex').slice(0, 16);
  return { path: `texts/${hash}.json`, json };
}
