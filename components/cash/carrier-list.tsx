import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { MoneyText } from '@/components/ui/text/money-text';
import type { CarrierView } from '@/lib/cash/cash-view';

type CarrierListProps = {
  carriers: readonly CarrierView[];
  /**
   * True if there are carriers that owe cash. BalanceList shows those carriers, and this list shows only the others.
   */
  hasOwing: boolean;
  /**
   * Function that opens the form of a carrier, or the form of a new carrier if it is called with null. It is null if
   * the user may not change carriers.
   */
  onEdit: ((carrier: CarrierView | null) => void) | null;
};

/** List of the carriers that owe no cash, each with its phone number and fee. */
export function CarrierList({ carriers, hasOwing, onEdit }: CarrierListProps) {
  const t = useTranslations('cash.carrier');
  return (
    <div className="flex flex-col gap-3">
      {carriers.length === 0 && <p className="text-sm text-ink-soft">{t(hasOwing ? 'noOthers' : 'none')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {carriers.map((carrier) => (
          <li
            key={carrier.id}
            data-carrier={carrier.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm"
          >
            <div className="flex min-w-0 flex-col">
              <span className="flex flex-wrap items-center gap-2 font-semibold break-words">
                <bdi>{carrier.name}</bdi>
                {carrier.isArchived && <Badge>{t('archivedMark')}</Badge>}
              </span>
              <span className="flex flex-wrap gap-x-3 text-ink-soft">
                {carrier.phone && <bdi dir="ltr">{carrier.phone}</bdi>}
                {carrier.fee && (
                  <span>
                    {t.rich('feeOf', {
                      amount: () => carrier.fee && <MoneyText key="amount" money={carrier.fee} />,
                    })}
                  </span>
                )}
              </span>
            </div>
            {onEdit && (
              <Button aria-label={t('editOf', { name: carrier.name })} onClick={() => onEdit(carrier)}>
                {t('edit')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {onEdit && (
        <Button className="self-start" onClick={() => onEdit(null)}>
          {t('add')}
        </Button>
      )}
    </div>
  );
}
