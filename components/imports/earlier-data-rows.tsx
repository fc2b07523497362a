'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { Checkbox } from '@/components/ui/form/checkbox';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { EarlierQuote, EarlierViewItem } from '@/lib/imports/earlier-data';
import { knownKey } from '@/lib/shared/known-key';

type Choice = { isChosen: boolean; onSet: (ids: string[], isChosen: boolean) => void };

const states = {
  draft: true,
  sent: true,
  opened: true,
  accepted: true,
  converted: true,
  needs_attention: true,
  declined: true,
  expired: true,
  withdrawn: true,
};

/**
 * Row of a quote that was made in an earlier installation and can be imported. It shows the quote's number (or the word
 * "draft"), customer, state and total.
 */
export function EarlierQuoteRow({ quote, isChosen, onSet }: { quote: EarlierQuote } & Choice) {
  const t = useTranslations('earlierData.quotes');
  const tState = useTranslations('quotes.state');
  const { id, number, customerName, total, updatedAt, madeBy } = quote;
  const state = knownKey(states, quote.state);
  return (
    <EarlierRow
      id={id}
      label={
        <>
          {number ? <bdi>{number}</bdi> : t('noNumber')}
          {customerName && (
            <>
              {' · '}
              <bdi>{customerName}</bdi>
            </>
          )}
        </>
      }
      detail={
        <>
          {madeBy && (
            <>
              <bdi>{madeBy}</bdi>
              {' · '}
            </>
          )}
          <RelativeTime at={updatedAt} />
        </>
      }
      isChosen={isChosen}
      onSet={onSet}
    >
      {state && <Badge>{tState(state)}</Badge>}
      {total && <MoneyText money={total} className="text-sm font-bold whitespace-nowrap" />}
    </EarlierRow>
  );
}

/**
 * Row of a saved view that was made in an earlier installation and can be imported: its name and its owner.
 */
export function EarlierViewRow({ view, isChosen, onSet }: { view: EarlierViewItem } & Choice) {
  const t = useTranslations('earlierData.views');
  const { owner } = view;
  return (
    <EarlierRow
      id={view.id}
      label={<bdi>{view.name}</bdi>}
      detail={
        owner.kind === 'somebody' && owner.name !== null
          ? t.rich('owner.named', { name: () => <bdi key="name">{owner.name}</bdi> })
          : t(`owner.${owner.kind}`)
      }
      isChosen={isChosen}
      onSet={onSet}
    />
  );
}

type EarlierRowProps = Choice & { id: string; label: ReactNode; detail: ReactNode; children?: ReactNode };

function EarlierRow({ id, label, detail, isChosen, onSet, children }: EarlierRowProps) {
  return (
    <li data-left={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
      <Checkbox
        className="min-w-0 flex-1 basis-56 py-1 wrap-anywhere"
        label={label}
        detail={detail}
        checked={isChosen}
        onChange={({ currentTarget }) => onSet([id], currentTarget.checked)}
      />
      {children && <span className="flex items-center gap-3 pb-1 max-sm:ps-8 sm:pb-0">{children}</span>}
    </li>
  );
}
