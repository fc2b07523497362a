'use client';

import { Truck } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
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
  // Ids of the orders that the last press shipped.
  const [pressed, setPressed] = useState<readonly string[]>([]);
  const { outcome } = write;
  const count = toShip.length;
  // If a part of each order was already sent, the button says that it ships only the rest.
  const isRest = toShip.every(
    (orderId) => stops.find((stop) => stop.orderId === orderId)?.partCarriers !== undefined,
  );
  if (outcome?.code === 'started' && state === 'open') {
    // An order that was refused or ended in the meantime is not left to ship, but may not be shipped either.
    const toDeliver = pressed.filter((orderId) =>
      stops.some((stop) => stop.orderId === orderId && !stop.ended && stop.result?.answer !== 'refused'),
    );
    const left = toDeliver.filter((orderId) => toShip.includes(orderId)).length;
    const progress = t('progress', { done: toDeliver.length - left, all: toDeliver.length });
    return (
      <Banner
        tone={left === 0 ? 'good' : 'info'}
        title={left === 0 ? t('ended') : t('started')}
        actions={
          <Button asChild>
            <Link href={installPath(installId, `/runs/${outcome.runId}`)} prefetch={false}>
              {t('open')}
            </Link>
          </Button>
        }
      >
        {toDeliver.length > 0 && <p>{progress}</p>}
      </Banner>
    );
  }
  if (count === 0) return null;
  const press = () => {
    setPressed(toShip);
    void write.send({});
  };
  return (
    <Banner
      tone="warn"
      title={t('title', { count })}
      actions={
        <Button onClick={press} pending={write.sending} disabled={isOff}>
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
