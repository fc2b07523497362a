import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import type { AppLocale } from '@/lib/shared/locale';
import { icon } from './icons';
import { otherLanguage, pageFrame, pageResponse } from './page-frame';
import { words } from './words';

const statuses = {
  notFound: 404,
  tooMany: 429,
  foreign: 403,
  unreadable: 400,
  tooLarge: 413,
  failed: 500,
} as const;

type Refusal = keyof typeof statuses;

/**
 * Error page of the acceptance link. It shows nothing about any quote. The reason `notFound` gives the same
 * page for a guessed, shortened, withdrawn or expired link. That page contains nothing from the request.
 */
export function refusedPage(
  refusal: Refusal,
  locale: AppLocale,
  headers: Record<string, string> = {},
): Promise<Response> {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance' });
  const title = t(`refused.${refusal}.title`);
  const body = html`<main class="wide plain">
${icon('slip')}
<h1>${title}</h1>
<p>${t(`refused.${refusal}.body`)}</p>
${otherLanguage(locale, t('otherLanguage'))}
</main>`;
  return pageResponse(statuses[refusal], pageFrame({ locale, title, body }), headers);
}
