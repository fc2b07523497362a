'use client';

import { CircleAlert, CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { Checkbox } from '@/components/ui/form/checkbox';
import { SheetGroup, SheetLine } from '@/components/ui/overlay/sheet-lines';
import { useNoShipmentText } from '@/components/ui/text/use-no-shipment-text';
import type { CourierMatch } from '@/lib/orders/bulk/courier-commands';
import type { CourierSheet } from '@/lib/orders/bulk/courier-sheet';
import type { CourierRow } from '@/lib/orders/bulk/validate-courier-sheet';
import type { NoShipmentReason } from '@/lib/shared/orders/no-shipment';

type CourierPreviewProps = {
  found: CourierMatch;
  unread: CourierSheet['unread'];
  /**
   * Line numbers of the pasted sheet that replace a tracking number. The user has chosen these lines; their orders
   * already have another tracking number.
   */
  replaceLines: readonly number[];
  onReplace: (lines: number[]) => void;
};

/**
 * Preview of each line of a courier's sheet, in these groups:
 *
 * - lines that are left out, with the reason
 * - lines whose order already has another tracking number, which the user may choose to replace
 * - lines that add the tracking number to the order's existing shipment
 * - lines that create a shipment
 */
export function CourierPreview({ found, unread, replaceLines, onReplace }: CourierPreviewProps) {
  const t = useTranslations('courier');
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  const noShipmentText = useNoShipmentText();
  const { rows, minutes } = found;
  const sent = rows.filter(({ verdict }) => verdict === 'ok');
  const filled = rows.filter(({ verdict }) => verdict === 'fills');
  const conflicts = rows.filter(({ verdict }) => verdict === 'other_tracking');
  const excluded = rows.filter(({ verdict }) => !['ok', 'fills', 'other_tracking'].includes(verdict));
  const sentCount = sent.length + filled.length;
  return (
    <div ref={region} tabIndex={-1} className="flex flex-col gap-3 text-sm outline-none">
      <p className="font-semibold">
        {sent.length > 0 && <>{t('found', { count: sent.length })} </>}
        {filled.length > 0 && <>{t('foundFills', { count: filled.length })} </>}
        {sentCount > 0 ? t('minutes', { count: minutes }) : t('foundNone')}
      </p>
      {excluded.length + unread.length > 0 && (
        <SheetGroup title={t('leftOut', { count: excluded.length + unread.length })}>
          {unread.map(({ line, text }) => (
            <SheetLine
              key={`unread-${line}`}
              line={t('line', { line })}
              icon={<CircleAlert className="text-bad" />}
              words={t('unread')}
            >
              <bdi className="truncate">{text}</bdi>
            </SheetLine>
          ))}
          {excluded.map((row) => (
            <SheetLine
              key={row.line}
              line={t('line', { line: row.line })}
              icon={iconOf(row)}
              words={noShipmentText(row.verdict) ?? t(`verdict.${row.verdict as SheetVerdict}`)}
            >
              <Pair row={row} />
            </SheetLine>
          ))}
        </SheetGroup>
      )}
      {conflicts.length > 0 && (
        <SheetGroup title={t('conflicts', { count: conflicts.length })}>
          {conflicts.map((row) => (
            <SheetLine
              key={row.line}
              line={t('line', { line: row.line })}
              icon={<TriangleAlert className="text-warn" />}
              words={
                <Checkbox
                  label={t.rich('replace', {
                    current: () => (
                      <bdi key="current" dir="ltr">
                        {row.currentTracking}
                      </bdi>
                    ),
                  })}
                  checked={replaceLines.includes(row.line)}
                  onChange={({ target }) =>
                    onReplace(
                      target.checked
                        ? [...replaceLines, row.line]
                        : replaceLines.filter((line) => line !== row.line),
                    )
                  }
                />
              }
            >
              <Pair row={row} />
            </SheetLine>
          ))}
        </SheetGroup>
      )}
      {filled.length > 0 && <SentLines title={t('fills', { count: filled.length })} rows={filled} />}
      {sent.length > 0 && <SentLines title={t('sent', { count: sent.length })} rows={sent} />}
    </div>
  );
}

function SentLines({ title, rows }: { title: string; rows: readonly CourierRow[] }) {
  const t = useTranslations('courier');
  return (
    <SheetGroup title={title}>
      {rows.map((row) => (
        <SheetLine
          key={row.line}
          line={t('line', { line: row.line })}
          icon={iconOf(row)}
          words={row.isShared ? t('shared') : null}
        >
          <Pair row={row} />
        </SheetLine>
      ))}
    </SheetGroup>
  );
}

/**
 * Results of a sheet line (verdicts) for which this component has a text. Two kinds of results have no text here.
 * `fills` is not a problem. The text of a NoShipmentReason comes from useNoShipmentText.
 */
type SheetVerdict = Exclude<CourierRow['verdict'], NoShipmentReason | 'fills'>;

function Pair({ row }: { row: CourierRow }) {
  return (
    <>
      <bdi className="font-semibold">{row.number}</bdi>
      <bdi dir="ltr" className="min-w-0 truncate text-ink-soft">
        {row.trackingNumber}
      </bdi>
    </>
  );
}

function iconOf({ verdict, isShared }: CourierRow): ReactNode {
  if (verdict === 'ok' || verdict === 'fills')
    return isShared ? <TriangleAlert className="text-warn" /> : <CircleCheck className="text-good" />;
  const isWrong = ['unknown', 'several', 'disagrees', 'several_shipments'].includes(verdict);
  return isWrong ? <CircleAlert className="text-bad" /> : <CircleSlash className="text-ink-soft" />;
}
