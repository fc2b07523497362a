'use client';

import { clsx } from 'clsx';
import { useFormatter, useTranslations } from 'next-intl';
import { Cell, Row } from '@/components/ui/list/table';
import type { MovementRow } from '@/lib/inventory/movement-queries';
import { signed } from '@/lib/shared/numbers/signed';
import { knownKey } from '@/lib/shared/known-key';
import { dateTimeParts } from '@/lib/shared/locale';

type MovementTableRowProps = {
  movement: MovementRow;
  /** Name of the location; null in a store with one location. The row then shows no location. */
  location: string | null;
};

/** Row of the stock ledger: one stock change. */
export function MovementTableRow({ movement, location }: MovementTableRowProps) {
  const t = useTranslations('products.ledger');
  const format = useFormatter();
  const { id, delta, stockAfter, reason, occurredAt } = movement;
  return (
    <Row data-movement={id}>
      <Cell className="whitespace-nowrap text-ink-soft max-sm:order-3 max-sm:text-xs">
        <time dateTime={occurredAt}>{format.dateTime(new Date(occurredAt), dateTimeParts)}</time>
      </Cell>
      <Cell className="min-w-0 font-semibold break-words">
        <MovementReasonName reason={reason} />
      </Cell>
      {location !== null && (
        <Cell className="min-w-0 text-xs text-ink-soft max-sm:order-4 max-sm:text-end">
          <bdi className="break-words">{location}</bdi>
        </Cell>
      )}
      <Cell
        className={clsx(
          'text-end font-bold whitespace-nowrap max-sm:order-1 max-sm:text-base',
          delta > 0 ? 'text-good' : 'text-ink',
        )}
      >
        <bdi dir="ltr">{signed(delta, format.number)}</bdi>
      </Cell>
      <Cell className="text-end whitespace-nowrap max-sm:order-2 max-sm:col-span-2 max-sm:text-start">
        <span className="text-xs text-ink-soft sm:hidden">{t('columns.after')}: </span>
        <bdi className={clsx(stockAfter < 0 && 'text-warn')}>{format.number(stockAfter)}</bdi>
      </Cell>
    </Row>
  );
}

const known = { correction: true, initial: true, return: true, damage: true, sale: true };

/** Reason of a stock change as a translated name. An unknown reason is shown as the platform sent it. */
function MovementReasonName({ reason }: { reason: string }) {
  const t = useTranslations('products.reason');
  const key = knownKey(known, reason);
  return key ? t(key) : <bdi>{reason}</bdi>;
}
