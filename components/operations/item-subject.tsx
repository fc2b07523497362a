import { useFormatter } from 'next-intl';
import Link from 'next/link';
import { FirstItemText } from '@/components/ui/text/first-item-text';
import type { BulkItemView } from '@/lib/operations/bulk/bulk-run';
import { installPath } from '@/lib/shared/install-path';
import { signed } from '@/lib/shared/numbers/signed';

type Item<Of> = Extract<BulkItemView, Of> & { installId: string };

const styles = 'flex min-h-11 min-w-24 items-center font-bold';

/**
 * Link to one sales order of a bulk run, and the first product that was ordered, as in the orders list. A bulk run is
 * one action on many orders or variants.
 */
export function ItemOrder(item: Item<{ orderId: string }>) {
  const { installId, orderId, orderNumber, firstItem, trackingNumber } = item;
  return (
    <>
      <Link
        href={installPath(installId, `/orders/${encodeURIComponent(orderId)}`)}
        prefetch={false}
        className={`${styles} text-brand`}
      >
        <bdi>{orderNumber ?? orderId}</bdi>
      </Link>
      {firstItem && (
        <span className="flex min-w-0 max-sm:order-1 max-sm:w-full sm:flex-1 sm:basis-40" data-first-item>
          <FirstItemText item={firstItem} />
        </span>
      )}
      {trackingNumber !== null && (
        <bdi dir="ltr" className="text-ink-soft">
          {trackingNumber}
        </bdi>
      )}
    </>
  );
}

/** The product variant that an item of a bulk run changes, and by how many units its stock changes. */
export function ItemVariant(item: Item<{ variantId: string }>) {
  const { installId, variantId, productId, name, sku, delta } = item;
  const format = useFormatter();
  const query = new URLSearchParams({ variant: variantId });
  const words = <bdi className="min-w-0 break-words">{name ?? sku ?? variantId}</bdi>;
  return (
    <>
      <bdi dir="ltr" className="min-w-12 text-base font-bold tabular-nums">
        {signed(delta, format.number)}
      </bdi>
      {productId === null ? (
        <span className={styles}>{words}</span>
      ) : (
        <Link
          href={installPath(installId, `/products/${encodeURIComponent(productId)}?${query}`)}
          prefetch={false}
          className={`${styles} min-w-0 text-brand`}
        >
          {words}
        </Link>
      )}
      {sku !== null && name !== null && (
        <bdi dir="ltr" className="font-mono text-xs text-ink-soft">
          {sku}
        </bdi>
      )}
    </>
  );
}
