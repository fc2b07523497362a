import { getFormatter, getTranslations } from 'next-intl/server';
import type { DayRecord, DaySum } from '@/lib/cash/day/day-view';
import { type AppLocale, dateTimeParts, directionOf, intlLocale } from '@/lib/shared/locale';
import { currencyKey, formatMoney, type Money } from '@/lib/shared/numbers/money';
import { dayDate, dayParts } from '@/lib/shared/store-day';
import { differenceState, drawerParts, figureOf, figureParts, withoutSign } from './day-parts';

type DayDocumentProps = {
  record: DayRecord;
  store: { name: string; country: string; timezone: string };
  locale: AppLocale;
  paper: 'a4' | '80mm';
};

/** Renders the printed record of a closed day, in one language. */
export async function DayDocument({ record, store, locale, paper }: DayDocumentProps) {
  const t = await getTranslations({ locale, namespace: 'cashDay' });
  const format = await getFormatter({ locale: intlLocale(locale, store.country) });
  const closedAt = format.dateTime(new Date(record.at), { ...dateTimeParts, timeZone: store.timezone });
  return (
    <article className="paper" data-paper={paper} lang={locale} dir={directionOf(locale)}>
      <header className="paper-head">
        <p className="paper-store">
          <bdi>{store.name}</bdi>
        </p>
        <div>
          <h2>{t('document.kind')}</h2>
          <p>
            <time dateTime={record.day}>{format.dateTime(dayDate(record.day), dayParts)}</time>
          </p>
          <p>
            {t.rich(record.version === 1 ? 'document.closed' : 'document.corrected', {
              name: () => <bdi key="name">{record.actorName ?? t('version.noName')}</bdi>,
              at: closedAt,
            })}
          </p>
        </div>
      </header>
      {record.sums.map((sum) => (
        <PrintedSum key={currencyKey(sum)} sum={sum} locale={locale} />
      ))}
    </article>
  );
}

async function PrintedSum({ sum, locale }: { sum: DaySum; locale: AppLocale }) {
  const t = await getTranslations({ locale, namespace: 'cashDay' });
  const amount = (money: Money) => <bdi>{formatMoney(money, intlLocale(locale))}</bdi>;
  const state = differenceState(sum);
  return (
    <section>
      <table className="paper-lines">
        <thead>
          <tr>
            <th scope="col">
              <bdi>{sum.currency}</bdi>
            </th>
            <th scope="col">{t('document.orders')}</th>
            <th scope="col">{t('document.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {figureParts.map((part) => {
            const { orders, money } = figureOf(sum, part);
            return (
              <tr key={part}>
                <th scope="row">{t(`part.${part}`)}</th>
                <td>{orders !== null && <bdi>{orders}</bdi>}</td>
                <td>{amount(money)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <dl className="paper-totals">
        {drawerParts.map((part) => (
          <div key={part}>
            <dt>{t(`part.${part}`)}</dt>
            <dd>{amount(sum[part])}</dd>
          </div>
        ))}
        {sum.lines.map(({ label, amount: money }, index) => (
          <div key={index}>
            <dt>
              <bdi>{label || t('unreadable')}</bdi>
            </dt>
            <dd>{amount(money)}</dd>
          </div>
        ))}
        <div className="paper-strong">
          <dt>{t(`document.difference.${state}`)}</dt>
          <dd>{amount(withoutSign(sum.difference))}</dd>
        </div>
      </dl>
      {state !== 'none' && (
        <p className="paper-note">
          {t.rich('reasonOf', { reason: () => <bdi key="reason">{sum.reason || t('unreadable')}</bdi> })}
        </p>
      )}
    </section>
  );
}
