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
 * What a link leads to. For each kind, the catalogues have the texts of the page for a link that leads nowhere
 * (`linkPage.notFound`).
 */
export type LinkKind = 'quote' | 'order' | 'sheet';

/**
 * Error page of a link. It shows nothing about what the link leads to. The reason `notFound` gives the same
 * page for a guessed, shortened, withdrawn or expired link. That page contains nothing from the request.
 */
export function refusedPage(
  refusal: Refusal,
  { kind, locale }: { kind: LinkKind; locale: AppLocale },
  headers: Record<string, string> = {},
): Promise<Response> {
  const t = createTranslator({ ...words(locale), namespace: 'linkPage' });
  const say = (part: 'title' | 'body') =>
    refusal === 'notFound' ? t(`notFound.${kind}.${part}`) : t(`refused.${refusal}.${part}`);
  const title = say('title');
  const body = html`<main class="wide plain">
${icon('slip')}
<h1>${title}</h1>
<p>${say('body')}</p>
${otherLanguage(locale)}
</main>`;
  return pageResponse(statuses[refusal], pageFrame({ locale, title, body }), headers);
}
