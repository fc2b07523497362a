'use client';

import { Package, Tags, ListChecks, X } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/overlay/menu';
import { MoneyText } from '@/components/ui/text/money-text';
import { sumTotals } from '@/lib/orders/list/sum-totals';
import { workOfOrder } from '@/lib/orders/views/work-of-order';
import { currencyKey } from '@/lib/shared/numbers/money';
import type { OrderRow } from '@/lib/orders/order-view';
import type { BulkActions, BulkKind } from '@/lib/orders/bulk/bulk-actions';
import { useBulkEntries } from './use-bulk-entries';
import type { Selection } from './use-selection';

type SelectionBarProps = {
  installId: string;
  /** The rows of all pages of the orders list that were loaded so far. */
  loaded: OrderRow[];
  selection: Selection;
  actions: BulkActions;
};

const BulkDialog = dynamic(() => import('./bulk-dialog').then(({ BulkDialog: dialog }) => dialog), {
  ssr: false,
});

/**
 * Sticky bar at the bottom of the orders list, shown while orders are selected. It has the number and the sum of the
 * selected orders, and the bulk actions.
 */
export function SelectionBar({ installId, loaded, selection, actions }: SelectionBarProps) {
  const t = useTranslations('bulk.bar');
  const [kind, setKind] = useState<BulkKind | null>(null);
  const shown = loaded.filter(({ id }) => selection.ids.has(id));
  // The selected orders are printed, exported or changed in the sequence of the list, and not in the sequence
  // of selection. Orders that are selected but not loaded come last.
  const orderIds = [...new Set([...shown.map(({ id }) => id), ...selection.ids])];
  const entries = useBulkEntries(installId, orderIds, setKind);
  const isOff = (key: string) => entries.find((entry) => entry.key === key)?.disabled === true;
  const unseen = orderIds.length - shown.length;
  // A narrow screen has the button "Ship" only if every selected order waits for its shipment. Otherwise the button would
  // be the main button of orders that must first be reviewed or are already shipped.
  const shipsAll =
    !isOff('fulfill_orders') && unseen === 0 && shown.every((order) => workOfOrder(order) === 'to_ship');
  const renderShip = (className: string) => (
    <Button variant="primary" className={className} onClick={() => setKind('fulfill_orders')}>
      <Package aria-hidden className="size-4" />
      {t('fulfill_orders')}
    </Button>
  );
  return (
    <section
      data-selection-bar
      aria-label={t('label')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line-strong/60 bg-surface p-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:border-t max-sm:pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:sticky sm:bottom-[calc(0.75rem+var(--bar))] sm:z-20 sm:rounded-card sm:border sm:shadow-float"
    >
      <div className="flex min-w-0 flex-1 flex-col ps-2">
        <p role="status" className="text-sm font-semibold">
          {t('chosen', { count: orderIds.length })}
        </p>
        {unseen > 0 ? (
          <p className="text-xs text-ink-soft">{t('unseen', { count: unseen })}</p>
        ) : (
          // A sum is shown only if all selected orders are loaded, because the totals of the other orders are
          // unknown.
          <SelectionSum orders={shown} />
        )}
      </div>
      <Button
        variant="quiet"
        className="px-3! sm:hidden"
        onClick={() =>
          selection.setAll(
            loaded.map(({ id }) => id),
            true,
          )
        }
        disabled={shown.length === loaded.length}
      >
        {t('all')}
      </Button>
      <div className="flex gap-2 max-lg:hidden">
        {!isOff('add_tags') && (
          <Button onClick={() => setKind('add_tags')}>
            <Tags aria-hidden className="size-4" />
            {t('add_tags')}
          </Button>
        )}
        {!isOff('set_order_status') && (
          <Button onClick={() => setKind('set_order_status')}>
            <ListChecks aria-hidden className="size-4" />
            {t('set_order_status')}
          </Button>
        )}
      </div>
      {!isOff('fulfill_orders') && renderShip(shipsAll ? 'max-sm:hidden' : 'max-lg:hidden')}
      {/* Beside the button "Ship", the menu with all actions is not the main button. */}
      <span className="max-lg:hidden">
        <Menu
          label={t('actions')}
          variant={isOff('fulfill_orders') ? 'primary' : 'secondary'}
          entries={entries}
        />
      </span>
      <span className="lg:hidden">
        <Menu
          label={t('actions')}
          labelHidden={shipsAll}
          variant={shipsAll ? 'secondary' : 'primary'}
          entries={entries}
        />
      </span>
      <Button variant="quiet" className="w-11 px-0!" aria-label={t('clear')} onClick={selection.clear}>
        <X aria-hidden className="size-5" />
      </Button>
      {/* On a phone, the button has a row of its own, because the first row has no room for it. */}
      {shipsAll && renderShip('w-full sm:hidden')}
      {kind && (
        <BulkDialog
          installId={installId}
          kind={kind}
          orderIds={orderIds}
          actions={actions}
          onClose={() => setKind(null)}
        />
      )}
    </section>
  );
}

/** Sum of the totals of the selected orders, one sum for each currency. */
function SelectionSum({ orders }: { orders: readonly OrderRow[] }) {
  const t = useTranslations('bulk.bar');
  const format = useFormatter();
  const sums = sumTotals(orders).map((sum) => <MoneyText key={currencyKey(sum)} money={sum} />);
  return (
    <p className="text-xs font-semibold text-ink-soft">
      {t.rich('sum', { amounts: () => format.list(sums) })}
    </p>
  );
}
