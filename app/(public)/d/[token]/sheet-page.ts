import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import { groupStops, sumByCurrency } from '@/lib/deliveries/group-stops';
import { sumsToCollect } from '@/lib/deliveries/sums-to-collect';
import { baseLocale } from '@/lib/shared/locale';
import { field } from '@/app/(public)/_page/field';
import { icon } from '@/app/(public)/_page/icons';
import { formAction, otherLanguage, pageFrame } from '@/app/(public)/_page/page-frame';
import {
  amount,
  dayInWords,
  type Html,
  hourInWords,
  isolated,
  sumText,
  withoutDirections,
  words,
} from '@/app/(public)/_page/words';
import type { ShownSheet } from './shown-sheet';
import { stopCard } from './stop-card';

/** Renders the page on which a driver reads a delivery sheet and answers each stop (order). */
export function sheetPage(shown: ShownSheet): Html {
  const { linked, locale, isUnlocked } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'driverPage' });
  const title = t('title', { store: withoutDirections(linked.storeName) });
  const body = linked.isConfirmed
    ? note('good', t('confirmed.title'), t('confirmed.body'))
    : isUnlocked
      ? stopList(shown)
      : unlockForm(shown);
  return pageFrame({
    locale,
    title,
    body: html`<header class="top"><div class="wide">
<div class="top-row">
<span class="store">${isolated(linked.storeName)}</span>
${otherLanguage(locale)}
</div>
<h1>${t('heading')}</h1>
<p class="valid">${icon('clock')}<span>${dayInWords(linked.day, locale, linked.country)}</span></p>
</div></header>
<main class="wide">
${body}
</main>`,
  });
}

const note = (tone: 'good' | 'info' | 'bad', title: string, text: Html | string): Html =>
  html`<div class="note ${tone}" role="status">${icon(tone === 'bad' ? 'alert' : 'check')}<div><h2>${title}</h2><p>${text}</p></div></div>`;

function stopList(shown: ShownSheet): Html {
  const { linked, locale } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'driverPage' });
  const { stops } = linked;
  const saved = stops.filter(({ result }) => result !== null).length;
  const sums = sumsToCollect(stops.filter(({ result }) => result === null));
  const collected = sumByCurrency(stops.flatMap(({ result }) => result?.paid ?? []));
  let n = 0;
  return html`${note('info', t('progress', { saved, all: stops.length }), t('safe'))}
<section class="card" aria-labelledby="sum"><h2 id="sum">${t(saved > 0 ? 'left' : 'total')}</h2>
<p>${sums.length === 0 ? t('nothing') : sums.map((sum) => html`${sumText(sum, locale)} `)}</p>
${collected.length > 0 && html`<p>${t('have')} ${collected.map((money) => html`<strong>${amount(money, locale)}</strong> `)}</p>`}
${linked.note && html`<p>${t('storeNote')} ${isolated(linked.note)}</p>`}
</section>
${groupStops(stops).map(
  (group) =>
    html`<h2>${isolated([group.provinceName?.[baseLocale(locale)] ?? group.province, group.city].filter(Boolean).join(locale === 'ar' ? '، ' : ', ') || t('noPlace'))}</h2>
${group.stops.map((stop) => stopCard(shown, stop, ++n))}`,
)}`;
}

function unlockForm({ linked, locale, unlockProblem: problem }: ShownSheet): Html {
  const t = createTranslator({ ...words(locale), namespace: 'driverPage' });
  if (linked.areDigitsClosed || problem?.code === 'closed')
    return note('bad', t('closed.title'), t('closed.body'));
  const refusal = createTranslator({ ...words(locale), namespace: 'acceptance.problem' });
  const error =
    problem?.code === 'wrong_digits'
      ? refusal('wrongDigits', { tries: problem.left })
      : problem?.code === 'locked'
        ? html`${t.rich('locked', { time: () => hourInWords(problem.until, linked.timeZone, locale) })}`
        : problem && refusal('digitsMissing');
  return html`<section class="card" aria-labelledby="unlock"><h2 id="unlock">${t('unlock.title')}</h2>
<p class="soft">${t('unlock.body')}</p>
<form method="post" action="${formAction(locale)}">
${field({
  id: 'digits',
  label: t('unlock.digits'),
  error,
  control: (described) =>
    html`<input id="digits" name="digits" inputmode="numeric" autocomplete="off" maxlength="4" dir="ltr" required ${described}>`,
})}
<button type="submit" class="primary">${t('unlock.show')}</button>
</form></section>`;
}
