import { html, raw } from 'hono/html';
import { createTranslator } from 'next-intl';
import { linkPageStyle } from '@/lib/system/http/link-page-style';
import { type AppLocale, directionOf } from '@/lib/shared/locale';
import { type Html, words } from './words';

type PageFrame = { locale: AppLocale; title: string; head?: Html; body: Html };

const style = raw(`<style>${linkPageStyle}</style>`);

/**
 * Renders a complete HTML page without scripts. The styles are inline, so the browser requests only one more file, the
 * icon.
 */
export const pageFrame = ({ locale, title, head, body }: PageFrame): Html =>
  html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
${head}
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${style}
</head>
<body>
${body}
</body>
</html>
`;

/**
 * Renders the link to the page in its other language (Arabic or English). The URL is relative, so it can be built
 * without the secret token in the path.
 */
export function otherLanguage(locale: AppLocale): Html {
  const t = createTranslator({ ...words(locale), namespace: 'linkPage' });
  const other = locale === 'ar' ? 'en' : 'ar';
  return html`<a class="language" href="?lang=${other}" hreflang="${other}" lang="${other}">${t('otherLanguage')}</a>`;
}

/**
 * Returns the action attribute of a form on the page of a link. The form posts to the URL of that page, in the same
 * language. `part` is the fragment to which the browser then scrolls.
 */
export const formAction = (locale: AppLocale, part = '') => `?${locale === 'en' ? 'lang=en' : ''}${part}`;

/** Builds an HTTP response with an HTML page. proxy.ts sets the other headers, such as Content-Security-Policy. */
export async function pageResponse(
  status: number,
  page: Html,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = String(await page);
  return new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
}
