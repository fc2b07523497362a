import { ProductImage } from '@/components/ui/product-image';
import { FirstItemText } from '@/components/ui/text/first-item-text';
import type { ItemsSummary } from '@/lib/orders/order-view';

/**
 * Short text with an order's items, after the picture of the first item. A phone cuts a long name off after one line. A
 * larger screen shows up to four, because the name ends with the variant, such as the size. The picture is higher than
 * the text, but a negative margin keeps the row as low as a row without a picture.
 */
export function OrderItemsText({ summary }: { summary: ItemsSummary }) {
  return (
    <span className="flex min-w-0 items-center">
      <ProductImage src={summary.pictureUrl} alt="" className="-my-1 me-2 size-6 rounded!" />
      <FirstItemText item={summary} className="sm:line-clamp-4 sm:whitespace-normal lg:line-clamp-3" />
    </span>
  );
}
