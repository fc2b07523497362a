'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import {
  loadMessageText,
  type OrderMessages,
  useSendMessage,
} from '@/components/orders/detail/use-send-message';
import type { OrderTarget } from '@/components/orders/detail/use-order-write';
import { orderOptions } from '@/components/orders/shared/orders-queries';
import { useToast } from '@/components/ui/feedback/toast';
import { loadPhoneReading } from '@/components/ui/text/customer-phone';
import { baseLocale } from '@/lib/shared/locale';

type ShippedToast = OrderTarget & {
  messages: OrderMessages;
  /** Country (ISO 3166) that is assumed for a phone number without a country code; null if it is unknown. */
  country: string | null;
};

/**
 * Returns a function that shows a toast after a shipment was recorded. If WhatsApp can open the customer's number, the
 * toast has a button that opens it with the message about the shipment.
 */
export function useShippedToast({ installId, orderId, messages, country }: ShippedToast) {
  const t = useTranslations('order.messages');
  const toast = useToast();
  const queryClient = useQueryClient();
  const send = useSendMessage(messages);
  // Returns the newest order from the cache. It is called when the toast is shown and when its button is pressed. The
  // order of the last render is not used, because it does not contain the new shipment yet.
  const readOrder = () => queryClient.getQueryData(orderOptions(installId, orderId).queryKey)?.order;
  return async (text: string): Promise<void> => {
    const phone = readOrder()?.customer?.phone;
    const reading = phone ? await loadPhoneReading(phone, country).catch(() => null) : null;
    if (!reading?.ok) return toast({ text });
    void loadMessageText().catch(() => undefined);
    const tell = () => {
      const order = readOrder();
      const language = baseLocale(messages.storeLocale);
      if (order) void send({ order, e164: reading.e164, step: 'shippedMessage', language });
    };
    toast({ text, action: { label: t('tell'), onPress: tell } });
  };
}
