import { useFormatter, useTranslations } from 'next-intl';
import { type SheetOrder, warnsOfPart } from '@/lib/deliveries/delivery-view';

type PartShippedNoteProps = { order: Pick<SheetOrder, 'due' | 'partCarriers' | 'ended'> };

/**
 * Warns that a carrier may already collect a part of the amount of a stop, because this carrier has a part of the goods.
 * Shows nothing if there is nothing to check (warnsOfPart).
 */
export function PartShippedNote({ order }: PartShippedNoteProps) {
  const t = useTranslations('deliveries');
  const format = useFormatter();
  const { partCarriers = [] } = order;
  if (!warnsOfPart(order)) return null;
  return (
    <p data-part-shipped className="w-full text-sm font-semibold text-warn">
      {partCarriers.length === 0
        ? t('partShipped')
        : t.rich('partShippedWith', {
            carrier: () => <bdi key="carrier">{format.list(partCarriers)}</bdi>,
          })}
    </p>
  );
}
