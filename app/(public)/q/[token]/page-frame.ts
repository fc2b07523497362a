import { html, raw } from 'hono/html';
import { acceptanceStyle } from '@/lib/quotes/acceptance/acceptance-style';
import { type AppLocale, directionOf } from '@/lib/shared/locale';
import type { Html } from './words';

type PageFrame = { locale: AppLocale; title: string; head?: Html; body: Html };

const style = raw(`<style>${acceptanceStyle}</style>`);

/** A complete page without scripts. Its style is inline, and its icon is the only other request. */
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

/** Link to the same page in the other language. It is relative, so the page does not need to know its secret token. */
export function otherLanguage(locale: AppLocale, name: string): Html {
  const other = locale === 'ar' ? 'en' : 'ar';
  return html`<a class="language" href="?lang=${other}" hreflang="${other}" lang="${other}">${name}</a>`;
}

/** Form action: the same URL and language, plus the fragment that the browser scrolls to. */
export const formAction = (locale: AppLocale, part = '') => `?${locale === 'en' ? 'lang=en' : ''}${part}`;

/** Response with this page. The proxy adds the other headers. */
export async function pageResponse(
  status: number,
  page: Html,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = String(await page);
  return new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
}
