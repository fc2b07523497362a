import { env } from '@/lib/system/env';

const problems = {
  callback: [
    ['تعذّر إتمام الربط', 'لم يصل ردّ صالح من المتجر. لم يتغيّر شيء.'],
    ['The store could not be connected', 'No usable answer came from the store. Nothing was changed.'],
  ],
  state: [
    ['انتهت صلاحية هذه المحاولة', 'هذا الرابط استُعمل من قبل أو مضى وقته أو بدأ في متصفح آخر.'],
    ['This attempt is over', 'The link was used before, is too old, or was begun in another browser.'],
  ],
  denied: [
    ['لم تُمنح الصلاحية', 'لم يُربط المتجر. يمكنك المحاولة مجدداً متى شئت.'],
    ['Permission was not given', 'The store was not connected. You can try again whenever you like.'],
  ],
} as const;

/**
 * Answers 400 for an OAuth callback that cannot be accepted. The page is in both languages because no store is known
 * yet. It repeats nothing from the request.
 */
export function problemPage(problem: keyof typeof problems): Response {
  const [[arTitle, arText], [enTitle, enText]] = problems[problem];
  const admin = env().PLATFORM_ADMIN_ORIGIN;
  const html = `<!doctype html>
<html lang="ar" dir="rtl"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${arTitle}</title>
<main>
<h1>${arTitle}</h1><p>${arText}</p><p><a href="${admin}">العودة إلى إدارة المتجر</a></p>
<hr>
<div lang="en" dir="ltr"><h1>${enTitle}</h1><p>${enText}</p><p><a href="${admin}">Back to the store admin</a></p></div>
</main></html>`;
  return new Response(html, { status: 400, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
