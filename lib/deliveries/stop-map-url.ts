import type { StopContent } from '@/lib/deliveries/delivery-view';
import { mapUrl } from '@/lib/shared/messages/map-url';

/**
 * Returns the URL that shows the address of a stop (an order on a delivery sheet) on a map; null if the stop has no
 * address. In the query, the province has its Arabic name if that name is known.
 */
export function stopMapUrl({ address, city, province, provinceName }: StopContent): string | null {
  return mapUrl([address, city, provinceName?.ar ?? province]);
}
