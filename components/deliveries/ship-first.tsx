'use client';

import { Truck } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/feedback/banner';
import { useIsOff } from '@/components/ui/role-context';
import { useOperation } from '@/components/ui/use-operation';
import type { SheetView } from '@/lib/deliveries/delivery-view';
import { DeliveryProblem } from './delivery-problem';
import type { SheetActions } from './sheet-actions';
import { installPath } from '@/lib/shared/install-path';

type ShipFirstProps = {
  installId: string;
  sheet: Pick<SheetView, 'id' | 'state' | 'driver' | 'toShip' | 'stops'>;
  ship: SheetActions['ship'];
};

/**
 * Names how many orders of a delivery sheet are not shipped yet, and ships them with the driver as the carrier. The
 * platform sets an order to delivered only after it was shipped (A3).
 */
export function ShipFirst({ installId, sheet, ship }: ShipFirstProps) {
  const { id, state, driver, toShip, stops } = sheet;
  const t = useTranslations('deliveries.shipFirst');
  const isOff = useIsOff('fulfil', 'fulfillments:write', 'orders:read');
  const write = useOperation<
    object,
    Awaited<ReturnType<typeof ship>>,
    { installId: string; sheetId: string }
  >({
    action: ship,
    target: { installId, sheetId: id },
    onOutcome: () => undefined,
  });
  const { outcome } = write;
  const count = toShip.length;
  // If a part of each order was already sent, the button says that it ships only the rest.
  const isRest = toShip.every(
    (orderId) => stops.find((stop) => stop.orderId === orderId)?.partCarriers !== undefined,
  );
  if (outcome?.code === 'started' && state === 'open')
    return (
      <Banner
        tone="info"
        title={t('started')}
        actions={
          <Button asChild>
            <Link href={installPath(installId, `/runs/${outcome.runId}`)} prefetch={false}>
              {t('open')}
            </Link>
          </Button>
        }
      >
        <p>{t('startedNext')}</p>
      </Banner>
    );
  if (count === 0) return null;
  return (
    <Banner
      tone="warn"
      title={t('title', { count })}
      actions={
        <Button onClick={() => void write.send({})} pending={write.sending} disabled={isOff}>
          <Truck aria-hidden className="size-4" />
          {isRest ? t('pressRest', { driver }) : t('press', { count, driver })}
        </Button>
      }
    >
      <p>{t('body')}</p>
      {isOff && <p>{t('off')}</p>}
      {!write.sending && <DeliveryProblem outcome={outcome} />}
    </Banner>
  );
}
