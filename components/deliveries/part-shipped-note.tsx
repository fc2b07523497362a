import { useFormatter, useTranslations } from 'next-intl';
import type { SheetOrder } from '@/lib/deliveries/delivery-view';

type PartShippedNoteProps = Pick<SheetOrder, 'due' | 'partCarriers'>;

/**
 * Warns that a carrier may already collect a part of the amount of a stop, because this carrier has a part of the goods.
 * Shows nothing if no cash is expected, or if no such part is known.
 */
export function PartShippedNote({ due, partCarriers }: PartShippedNoteProps) {
  const t = useTranslations('deliveries');
  const format = useFormatter();
  if (!partCarriers || due.amount_minor <= 0) return null;
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
