'use client';

import { useQuery } from '@tanstack/react-query';
import { MessageCircle, Phone } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { DialogPanel } from '@/components/ui/overlay/dialog-panel';
import { useIsOff } from '@/components/ui/role-context';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { Person, PersonOrder } from '@/lib/customers/person';
import { installPath } from '@/lib/shared/install-path';
import { whatsappUrl } from '@/lib/shared/messages/whatsapp-url';
import { currencyKey, type Money } from '@/lib/shared/numbers/money';
import { type PersonAnswer, personOptions } from './customers-queries';
import { PersonBadges } from './person-badges';
import { type DeletePerson, PersonData } from './person-data';

/** The order on whose page the dialog was opened, as the platform sends it. */
export type ShownOrder = {
  id: string;
  order_number: string;
  status: string;
  total: Money;
  created_at: string;
  customer?: { first_name: string | null; last_name: string | null } | null | undefined;
};

type PersonDialogProps = {
  installId: string;
  phone: string;
  remove: DeletePerson;
  /** The order on whose page the dialog was opened; missing on other screens. The dialog shows it first. */
  order?: ShownOrder | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/**
 * Dialog about the person with a phone number: earlier orders, refusals, quotes and agreed prices. This module includes
 * the code of the dialog, so it must be loaded lazily.
 */
export function PersonDialog({ installId, phone, remove, order, open, onOpenChange }: PersonDialogProps) {
  const t = useTranslations('person.dialog');
  const query = useQuery({ ...personOptions(installId, phone), enabled: open });
  return (
    <DialogPanel
      open={open}
      onOpenChange={onOpenChange}
      title={t('title')}
      actions={<Button onClick={() => onOpenChange(false)}>{t('close')}</Button>}
    >
      <div className="flex flex-col gap-5 pb-2 text-sm">
        {query.isError && !query.data ? (
          <ReadProblem error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <PersonFacts
            installId={installId}
            phone={phone}
            remove={remove}
            order={order}
            answer={query.data}
          />
        )}
      </div>
    </DialogPanel>
  );
}

type PersonFactsProps = Pick<PersonDialogProps, 'installId' | 'phone' | 'remove' | 'order'> & {
  /** Missing while it is loading. */
  answer?: PersonAnswer;
};

/** Content of the dialog: the facts about the person, or why there are none. Also the export and the erasure. */
export function PersonFacts({ installId, phone, remove, order, answer }: PersonFactsProps) {
  const t = useTranslations('person.dialog');
  const { person, areOthersKept = false, isNoPhone } = answer ?? {};
  return (
    <>
      {/* The element stays mounted, because a screen reader announces only a change of its text. */}
      <div role="status" className="empty:hidden">
        {!answer
          ? t('loading')
          : isNoPhone
            ? t('invalid')
            : !person && t(areOthersKept ? 'unknown' : 'unknownHere')}
      </div>
      {answer && !isNoPhone && (
        <>
          {person && (
            <Who installId={installId} person={person} order={order} areOthersKept={areOthersKept} />
          )}
          {order && <ThisOrder order={order} known={person} />}
          {person && <Details installId={installId} person={person} shownId={order?.id} />}
          {(!person || areOthersKept) && <Source installId={installId} areOthersKept={areOthersKept} />}
          <PersonData installId={installId} phone={phone} remove={remove} isFound={Boolean(person)} />
        </>
      )}
    </>
  );
}

/**
 * Text that says which orders and quotes are searched. If the app does not store the customers of other orders, the text
 * links to the setting that changes that.
 */
function Source({ installId, areOthersKept }: { installId: string; areOthersKept: boolean }) {
  const t = useTranslations('person.dialog');
  const mayChange = !useIsOff('change_settings', 'clients:read');
  if (areOthersKept) return <p className="text-xs text-ink-soft">{t('source')}</p>;
  return (
    <p className="text-xs text-ink-soft">
      {t('notKept')}{' '}
      {mayChange && (
        // The link opens a new tab, so that the values typed in this tab stay.
        <a
          href={installPath(installId, '/settings#customers')}
          target="_blank"
          rel="noopener"
          className="font-semibold text-brand underline underline-offset-2"
        >
          {t('keepThem')}
        </a>
      )}
    </p>
  );
}

type WhoProps = {
  installId: string;
  person: Person;
  order: ShownOrder | undefined;
  areOthersKept: boolean;
};

/** Name and phone of the person, with buttons to write and to call, the number of refused orders and the open cash. */
function Who({ installId, person, order, areOthersKept }: WhoProps) {
  const t = useTranslations('person.dialog');
  const tCustomer = useTranslations('order.customer');
  const { name, phone, refused, remaining = [] } = person;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <bdi className="min-w-0 text-base font-bold break-words">{name ?? t('unnamed')}</bdi>
        <bdi dir="ltr" className="text-ink-soft">
          {phone}
        </bdi>
      </p>
      {otherNameOf(order, person) !== null && <p className="text-ink-soft">{t('twoNames')}</p>}
      <div className="grid grid-cols-2 gap-2">
        <Button asChild>
          {/* WhatsApp receives no referrer and gets no access to the window of the app. */}
          <a href={whatsappUrl(phone, '') ?? undefined} target="_blank" rel="noopener noreferrer">
            <MessageCircle aria-hidden className="size-4" />
            {tCustomer('whatsapp')}
          </a>
        </Button>
        <Button asChild>
          <a href={`tel:${phone}`}>
            <Phone aria-hidden className="size-4" />
            {tCustomer('call')}
          </a>
        </Button>
      </div>
      <PersonBadges person={person} areOthersKept={areOthersKept} />
      {/* The number of orders is not complete then, so the text that says why is next to it. */}
      {!areOthersKept && <Source installId={installId} areOthersKept={false} />}
      {refused > 0 && <p className="text-xs text-ink-soft">{t('refusedMeaning')}</p>}
      {remaining.length > 0 && (
        <p className="flex flex-wrap gap-x-2" data-remaining>
          {t('remaining')}
          {remaining.map((sum) => (
            <b key={currencyKey(sum)}>
              <MoneyText money={sum} />
            </b>
          ))}
        </p>
      )}
    </div>
  );
}

/**
 * Returns the name in the order if it differs from the name of the person; otherwise null. The name of the person can come
 * from another order or from a quote.
 */
function otherNameOf(order: ShownOrder | undefined, person: Person | null | undefined): string | null {
  const name = [order?.customer?.first_name, order?.customer?.last_name].filter(Boolean).join(' ');
  return person && name !== '' && name !== person.name ? name : null;
}

/** The order on whose page the dialog was opened. It is also there if the app keeps no order of the person. */
function ThisOrder({ order, known }: { order: ShownOrder; known: Person | null | undefined }) {
  const t = useTranslations('person.dialog');
  const { id, order_number: number, status, total, created_at: at } = order;
  const kept = known?.orders.find((one) => one.id === id);
  const name = otherNameOf(order, known);
  return (
    <section className="flex flex-col gap-1" data-this-order={id}>
      <h3 className="font-bold">{t('thisOrder')}</h3>
      <p className="flex flex-wrap gap-x-2 font-semibold">
        <bdi>{number}</bdi>
        <MoneyText money={total} />
        <span className="font-normal text-ink-soft">
          <RelativeTime at={at} />
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-2 text-ink-soft">
        <OrderFacts order={kept ?? { status, firstItem: null, moreItems: 0, parcel: null }} />
      </div>
      {name !== null && (
        <p className="break-words">{t.rich('nameInOrder', { name: () => <bdi key="name">{name}</bdi> })}</p>
      )}
    </section>
  );
}

type DetailsProps = {
  installId: string;
  person: Person;
  /** Id of the order that is already shown. */
  shownId: string | undefined;
};

function Details({ installId, person, shownId }: DetailsProps) {
  const t = useTranslations('person.dialog');
  const { orders: all, orderCount, quotes, prices } = person;
  const orders = all.filter(({ id }) => id !== shownId);
  return (
    <>
      {orders.length > 0 && (
        <Part title={t(shownId === undefined ? 'orders' : 'otherOrders')}>
          {orders.map((order) => (
            <Row
              key={order.id}
              href={installPath(installId, `/orders/${encodeURIComponent(order.id)}`)}
              number={order.number}
              total={order.total}
              at={order.createdAt}
            >
              <OrderFacts order={order} />
            </Row>
          ))}
        </Part>
      )}
      {all.length < orderCount && (
        <p className="text-xs text-ink-soft">{t('firstOrders', { count: all.length })}</p>
      )}
      {quotes.length > 0 && (
        <Part title={t('quotes')}>
          {quotes.map((quote) => (
            <Row
              key={quote.id}
              href={installPath(installId, `/quotes/${encodeURIComponent(quote.id)}`)}
              number={quote.number}
              total={quote.total}
              at={quote.updatedAt}
            >
              <QuoteState state={quote.state} isOpen={quote.isOpen} />
            </Row>
          ))}
        </Part>
      )}
      {prices.length > 0 && (
        <Part title={t('prices')}>
          {prices.map(({ variantId, name: item, price, at }) => (
            <li key={variantId} className="flex flex-wrap items-baseline justify-between gap-x-3 py-2.5">
              <bdi className="min-w-0 break-words">{item}</bdi>
              <span className="flex flex-wrap items-baseline gap-x-2">
                <MoneyText money={price} />
                <span className="text-ink-soft">
                  <RelativeTime at={at} isAlwaysRelative />
                </span>
              </span>
            </li>
          ))}
        </Part>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col">
      <h3 className="font-bold">{title}</h3>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  );
}

type RowProps = { href: string; number: string; total: Money | null; at: string; children: ReactNode };

function Row({ href, number, total, at, children }: RowProps) {
  return (
    <li className="flex flex-col gap-0.5 py-1">
      {/* The link opens a new tab, so that the values typed in this tab stay. */}
      <a
        href={href}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-11 flex-wrap items-center gap-x-2 self-start font-semibold text-brand underline-offset-2 hover:underline"
      >
        <bdi>{number}</bdi>
        {total && <MoneyText money={total} />}
        <span className="font-normal text-ink-soft">
          <RelativeTime at={at} />
        </span>
      </a>
      <div className="flex flex-wrap items-center gap-2 text-ink-soft">{children}</div>
    </li>
  );
}

type FactsOfOrder = Pick<PersonOrder, 'status' | 'firstItem' | 'moreItems' | 'parcel'>;

function OrderFacts({ order }: { order: FactsOfOrder }) {
  const t = useTranslations('person.dialog');
  const tStatus = useTranslations('orderStatus');
  const { status, firstItem, moreItems, parcel } = order;
  // If this version of the app has no name for the order status, the status is shown as the platform sent it.
  const known = status as 'placed';
  return (
    <>
      <Badge>{tStatus.has(known) ? tStatus(known) : status}</Badge>
      {parcel === 'refused' && <Badge tone="warn">{t('refusedMark')}</Badge>}
      {firstItem !== null && (
        <span className="min-w-0 break-words">
          <bdi>{firstItem}</bdi> {moreItems > 0 && t('moreItems', { count: moreItems })}
        </span>
      )}
    </>
  );
}

function QuoteState({ state, isOpen }: { state: string; isOpen: boolean }) {
  const t = useTranslations('quotes.state');
  const known = state as 'sent';
  return <Badge tone={isOpen ? 'info' : 'neutral'}>{t.has(known) ? t(known) : state}</Badge>;
}
