import { html, raw } from 'hono/html';
import { acceptanceStyle } from '@/lib/quotes/acceptance/acceptance-style';
import { type AppLocale, directionOf } from '@/lib/shared/locale';
import type { Html } from './words';

type PageFrame = { locale: AppLocale; title: string; head?: Html; body: Html };

const style = raw(`<style>${acceptanceStyle}</style>`);

/** A whole page without a script: its style stands in it, and its icon is all that is fetched. */
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

/** The way to the same address in the other language; relative, so that a page need not know its own secret. */
export function otherLanguage(locale: AppLocale, name: string): Html {
  const other = locale === 'ar' ? 'en' : 'ar';
  return html`<a class="language" href="?lang=${other}" hreflang="${other}" lang="${other}">${name}</a>`;
}

/** Where a form of this page posts: the same address in the same language, and where the browser then looks. */
export const formAction = (locale: AppLocale, part = '') => `?${locale === 'en' ? 'lang=en' : ''}${part}`;

/** An answer of this page; its other headers are the proxy's. */
export async function pageResponse(
  status: number,
  page: Html,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = String(await page);
  return new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
}
