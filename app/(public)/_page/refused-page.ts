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
 * The kinds of pages that a link can open. For each kind, the message files have the texts of the page for an invalid
 * link (`linkPage.notFound`).
 */
export type LinkKind = 'quote' | 'order' | 'sheet';

/**
 * Renders the error page of a link. The page shows nothing from the request and no data of the record that the link
 * opens. For the reason `notFound`, a guessed, a shortened, a withdrawn and an expired link all get the same page.
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
