import type { StopContent } from '@/lib/deliveries/delivery-view';
import { mapUrl } from '@/lib/shared/messages/map-url';
import { whatsappUrl } from '@/lib/shared/messages/whatsapp-url';

/**
 * Returns the URL that shows the address of a stop (an order on a delivery sheet) on a map; null if the stop has no
 * address. In the query, the province has its Arabic name if that name is known.
 */
export function stopMapUrl({ address, city, province, provinceName }: StopContent): string | null {
  return mapUrl([address, city, provinceName?.ar ?? province]);
}

/** Returns the URL that calls the customer of a stop; null if the stop has no number. */
export function stopCallUrl({ phone }: StopContent): string | null {
  return phone === '' ? null : `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/**
 * Returns the URL of the chat with the customer of a stop. WhatsApp knows only international numbers, so the result is
 * null for a number that does not begin with a plus.
 */
export function stopChatUrl({ phone }: StopContent): string | null {
  return phone.startsWith('+') ? whatsappUrl(phone, '') : null;
}
