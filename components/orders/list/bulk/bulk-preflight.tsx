'use client';

import { CircleCheck, Clock, CircleSlash, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { noShipmentCodes } from '@/lib/shared/orders/no-shipment';
import type { BulkKind, PreflightSummary } from '@/lib/orders/bulk/bulk-actions';

/**
 * Preview of a bulk run (one action on many orders). It shows how many orders will probably succeed, how many are
 * skipped and why, and how long the run takes.
 */
export function BulkPreflight({ kind, found }: { kind: BulkKind; found: PreflightSummary }) {
  const t = useTranslations('bulk.preflight');
  const region = useRef<HTMLDivElement>(null);
  const { ok, warned, minutes } = found;
  const tReason = useTranslations('noShipment.reason');
  const { already_there: alreadyThere = 0, deleted = 0, unknown_order: unknown = 0 } = found.skipped;
  // The preview replaces the form of the dialog, so the focus moves to the preview. A screen reader then reads the
  // preview.
  useEffect(() => region.current?.focus(), []);
  return (
    <div ref={region} tabIndex={-1} className="flex flex-col gap-2.5 text-sm outline-none">
      {ok > 0 ? (
        <Line icon={<CircleCheck className="text-good" />}>{t('ok', { count: ok - warned })}</Line>
      ) : (
        <Line icon={<CircleSlash className="text-ink-soft" />}>{t('nothing')}</Line>
      )}
      {warned > 0 && (
        <Line icon={<TriangleAlert className="text-warn" />}>{t('warned', { count: warned })}</Line>
      )}
      {kind !== 'fulfill_orders' && alreadyThere > 0 && (
        <Line icon={<CircleSlash className="text-ink-soft" />}>
          {t(`alreadyThere.${kind}`, { count: alreadyThere })}
        </Line>
      )}
      {noShipmentCodes.map((reason) => {
        const count = found.skipped[reason] ?? 0;
        if (count === 0) return null;
        return (
          <Line key={reason} icon={<CircleSlash className="text-ink-soft" />}>
            {t('noShipment', { count, reason: tReason(reason) })}
          </Line>
        );
      })}
      {deleted > 0 && (
        <Line icon={<CircleSlash className="text-ink-soft" />}>{t('deleted', { count: deleted })}</Line>
      )}
      {unknown > 0 && (
        <Line icon={<CircleSlash className="text-ink-soft" />}>{t('unknown', { count: unknown })}</Line>
      )}
      {ok > 0 && <Line icon={<Clock className="text-ink-soft" />}>{t('minutes', { count: minutes })}</Line>}
    </div>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0">
      <span aria-hidden>{icon}</span>
      <span className="min-w-0">{children}</span>
    </p>
  );
}
