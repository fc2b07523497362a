import { getFormatter, getTranslations } from 'next-intl/server';
import { Fragment } from 'react';
import { type SheetView, type StopContent, warnsOfPart } from '@/lib/deliveries/delivery-view';
import { groupStops } from '@/lib/deliveries/group-stops';
import { stopCallUrl, stopChatUrl, stopMapUrl } from '@/lib/deliveries/stop-urls';
import { sumsToCollect } from '@/lib/deliveries/sums-to-collect';
import { type AppLocale, baseLocale, directionOf, intlLocale } from '@/lib/shared/locale';
import { currencyKey, formatMoney, type Money } from '@/lib/shared/numbers/money';
import type { PrintChoice } from '@/lib/shared/orders/print-path';

type SheetDocumentProps = {
  sheet: SheetView;
  store: { name: string; country: string };
  locale: AppLocale;
  paper: PrintChoice['paper'];
};

/**
 * Renders a delivery sheet for printing, in one language. It lists the stops (orders) by province and city, each with a
 * box for the driver, and shows the sum to collect in each currency.
 */
export async function SheetDocument({ sheet, store, locale, paper }: SheetDocumentProps) {
  const t = await getTranslations({ locale, namespace: 'deliveries' });
  const tDriver = await getTranslations({ locale, namespace: 'driverPage' });
  const tag = intlLocale(locale, store.country);
  const format = await getFormatter({ locale: tag });
  const sums = sumsToCollect(sheet.stops);
  const amountOf = (money: Money) => <bdi key={currencyKey(money)}>{formatMoney(money, tag)}</bdi>;
  return (
    <article
      className="paper"
      data-paper={paper}
      data-kind="delivery_sheet"
      lang={locale}
      dir={directionOf(locale)}
    >
      <header className="paper-head">
        <p className="paper-store">
          <bdi>{store.name}</bdi>
        </p>
        <div>
          <h2>{t('document')}</h2>
          <p>
            <b>
              <bdi>{sheet.driver}</bdi>
            </b>
          </p>
          <p>
            <time dateTime={sheet.day}>
              {format.dateTime(new Date(`${sheet.day}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' })}
            </time>
          </p>
        </div>
      </header>
      {sheet.note !== '' && (
        <p className="paper-note">
          <bdi>{sheet.note}</bdi>
        </p>
      )}
      {groupStops(sheet.stops).map(({ province, provinceName, city, stops }) => (
        <section key={`${province} ${city}`}>
          <h3>
            <bdi>
              {[provinceName?.[baseLocale(locale)] ?? province, city].filter(Boolean).join(t('comma')) ||
                t('noPlace')}
            </bdi>
          </h3>
          <table className="paper-lines">
            <thead>
              <tr>
                <th scope="col">{t('column.customer')}</th>
                <th scope="col">{t('column.collect')}</th>
                <th scope="col">{t('column.done')}</th>
              </tr>
            </thead>
            <tbody>
              {stops.map(({ id, number, content, isHidden, due, partCarriers, ended }) => (
                <tr key={id}>
                  <td>
                    <b>
                      <bdi>{content?.name || number}</bdi>
                    </b>{' '}
                    <bdi>{number}</bdi>
                    <br />
                    {content && (
                      <ContactLinks
                        content={content}
                        chat={{
                          text: tDriver('whatsapp'),
                          label: tDriver('whatsappTo', { name: content.name }),
                        }}
                      />
                    )}
                    {isHidden && t('hidden')}
                    {content?.notes && (
                      <>
                        <br />
                        <bdi>{content.notes}</bdi>
                      </>
                    )}
                    {ended && (
                      <>
                        <br />
                        <b>{t(`ended.${ended}`)}</b>
                      </>
                    )}
                    {warnsOfPart({ due, partCarriers, ended }) && (
                      <>
                        <br />
                        <b>{tDriver('part')}</b>
                      </>
                    )}
                  </td>
                  <td>
                    {warnsOfPart({ due, partCarriers, ended })
                      ? tDriver.rich('askStore', { amount: () => amountOf(due) })
                      : due.amount_minor > 0 && !ended
                        ? amountOf(due)
                        : '—'}
                  </td>
                  <td>
                    <span aria-hidden>☐</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
      <p>
        <b>
          {t('toCollect')}{' '}
          {sums.length === 0
            ? t('nothing')
            : sums.map(({ money, isAtMost }, n) => (
                <Fragment key={currencyKey(money)}>
                  {n > 0 && ' + '}
                  {isAtMost ? tDriver.rich('atMost', { amount: () => amountOf(money) }) : amountOf(money)}
                </Fragment>
              ))}
        </b>
      </p>
    </article>
  );
}

/**
 * Shows the phone number and the address as links, and a link to the chat in WhatsApp if the number is in international
 * form. A merchant can save the sheet as a PDF and send it. The driver can then call or write to the customer, or open
 * the map, from the PDF.
 */
function ContactLinks({ content, chat }: { content: StopContent; chat: { text: string; label: string } }) {
  const { phone, address } = content;
  const call = stopCallUrl(content);
  const chatUrl = stopChatUrl(content);
  const map = stopMapUrl(content);
  return (
    <>
      {call && (
        <a href={call}>
          <bdi dir="ltr">{phone}</bdi>
        </a>
      )}{' '}
      {chatUrl && (
        <a href={chatUrl} target="_blank" rel="noopener noreferrer" aria-label={chat.label}>
          {chat.text}
        </a>
      )}
      {chatUrl && address ? <br /> : ' '}
      {address && map && (
        <a href={map} target="_blank" rel="noopener noreferrer">
          <bdi>{address}</bdi>
        </a>
      )}
    </>
  );
}
