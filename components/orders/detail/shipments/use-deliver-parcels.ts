'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useToast } from '@/components/ui/feedback/toast';
import type { OrderTarget } from '@/components/orders/detail/use-order-write';
import { ordersKeys } from '@/lib/shared/read-keys';
import type { ParcelSenders } from './parcel-senders';

/**
 * Marks several shipments as delivered. Afterwards the order is read again, because the platform may have changed the
 * status of the order as well (FUL-5). A problem with a shipment is shown beside that shipment. `onRead` is called
 * after the order was read.
 */
export function useDeliverParcels(
  { installId, orderId }: OrderTarget,
  senders: ParcelSenders,
  onRead: () => void,
): { isDelivering: boolean; deliver: (fulfillmentIds: string[]) => Promise<void> } {
  const t = useTranslations('fulfill.deliver');
  const toast = useToast();
  const queryClient = useQueryClient();
  const [isDelivering, setDelivering] = useState(false);
  const deliver = async (fulfillmentIds: string[]) => {
    setDelivering(true);
    const sent = await Promise.all(fulfillmentIds.map((id) => senders.deliver(id)));
    if (sent.includes(false)) toast({ tone: 'bad', text: t('busy') });
    await queryClient.invalidateQueries({ queryKey: ordersKeys.order(installId, orderId) });
    setDelivering(false);
    onRead();
  };
  return { isDelivering, deliver };
}
