'use client';

import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { SheetGroup, SheetLine } from '@/components/ui/overlay/sheet-lines';
import type { StockSheetMatch, StockSheetRow } from '@/lib/inventory/movement-queries';
import { signed } from '@/lib/shared/numbers/signed';
import type { StockSheet } from './read-stock-sheet';
import { StockHiddenNote } from '@/components/products/stock-hidden-note';

type StockSheetPreviewProps = { found: StockSheetMatch; unread: StockSheet['unread']; isHidden: boolean };

/**
 * Preview of each line of a pasted stock sheet. The lines that are sent come first, and of these the lines with a
 * warning. The lines that are left out follow, each with the reason.
 */
export function StockSheetPreview({ found, unread, isHidden }: StockSheetPreviewProps) {
  const t = useTranslations('stockSheet');
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  const { rows, minutes, isWhole } = found;
  const ok = rows.filter(({ verdict }) => verdict === 'ok');
  const warned = ok.filter(needsWarning);
  const sent = [...warned, ...ok.filter((row) => !needsWarning(row))];
  const excluded = rows.filter(({ verdict }) => verdict !== 'ok');
  const left = [...unread, ...excluded].toSorted((one, other) => one.line - other.line);
  const names = new Map(found.unreadNames);
  const lineOf = (line: number) => t('line', { line });
  return (
    <div ref={region} tabIndex={-1} className="flex flex-col gap-3 text-sm outline-none">
      <p className="font-semibold">
        {sent.length > 0 ? t('found', { count: sent.length }) : t('foundNone')}
        {left.length > 0 && <> {t('left', { count: left.length })}</>}
        {sent.length > 0 && <> {t('minutes', { count: minutes })}</>}
      </p>
      {warned.length > 0 && (
        <p className="font-semibold text-warn">{t('warned', { count: warned.length })}</p>
      )}
      {isHidden && <StockHiddenNote />}
      {!isWhole && (
        <Banner tone="info" title={t('partial.title')}>
          {t('partial.body')}
        </Banner>
      )}
      {sent.length > 0 && (
        <SheetGroup title={t('sent', { count: sent.length })}>
          {sent.map((row) => (
            <SheetLine
              key={row.line}
              line={lineOf(row.line)}
              icon={
                needsWarning(row) ? (
                  <TriangleAlert className="text-warn" />
                ) : (
                  <CircleCheck className="text-good" />
                )
              }
              words={<RowWords row={row} />}
            >
              <bdi className="min-w-0 truncate font-semibold">{row.name ?? row.code}</bdi>
              <Delta of={row.delta} />
            </SheetLine>
          ))}
        </SheetGroup>
      )}
      {left.length > 0 && (
        <SheetGroup title={t('leftOut', { count: left.length })}>
          {left.map((row) =>
            'problem' in row ? (
              <UnreadLine key={row.line} line={lineOf(row.line)} row={row} name={names.get(row.code ?? '')} />
            ) : (
              <SheetLine
                key={row.line}
                line={lineOf(row.line)}
                icon={wrong}
                words={t(`verdict.${row.verdict}`)}
              >
                <bdi dir="ltr" className="min-w-0 truncate font-semibold">
                  {row.code}
                </bdi>
                <Delta of={row.delta} />
              </SheetLine>
            ),
          )}
        </SheetGroup>
      )}
    </div>
  );
}

const wrong: ReactNode = <CircleAlert className="text-bad" />;

type UnreadLineProps = { line: string; row: StockSheet['unread'][number]; name: string | undefined };

/**
 * A line of the sheet that cannot be used. If the app knows its variant, the line starts with the name, and the pasted
 * text is below it. Otherwise the line starts with the pasted text, or with the code alone if the change is 0, because
 * the reason then has the number.
 */
function UnreadLine({ line, row, name }: UnreadLineProps) {
  const t = useTranslations('stockSheet');
  const { text, problem, code } = row;
  const pasted = problem === 'zero' ? (code ?? text) : text;
  return (
    <SheetLine
      line={line}
      icon={wrong}
      words={
        <>
          {name !== undefined && (
            <>
              <bdi dir="ltr" className="font-mono text-xs">
                {pasted}
              </bdi>{' '}
            </>
          )}
          {t(`lineProblem.${problem}`)}
        </>
      }
    >
      <bdi className={clsx('min-w-0 truncate', name !== undefined && 'font-semibold')}>{name ?? pasted}</bdi>
    </SheetLine>
  );
}

const isBelowZero = ({ after, delta }: StockSheetRow) =>
  delta < 0 && after.code === 'known' && after.quantity < 0;
const needsWarning = (row: StockSheetRow) => row.alsoOn.length > 0 || isBelowZero(row);

function Delta({ of }: { of: number }) {
  const format = useFormatter();
  return (
    <bdi dir="ltr" className="font-bold whitespace-nowrap tabular-nums">
      {signed(of, format.number)}
    </bdi>
  );
}

/** Text for one line of a stock sheet: its code, the stock before and after the change, and warnings. */
function RowWords({ row }: { row: StockSheetRow }) {
  const t = useTranslations('stockSheet');
  const format = useFormatter();
  const { code, before, after, alsoOn } = row;
  return (
    <>
      <bdi dir="ltr" className="font-mono text-xs">
        {code}
      </bdi>{' '}
      {before.code === 'known' && after.code === 'known' ? (
        <span className="whitespace-nowrap">
          {t('stock', { now: before.quantity, after: after.quantity })}
        </span>
      ) : (
        t(`stockIs.${before.code === 'hidden' ? 'hidden' : 'unknown'}`)
      )}
      {isBelowZero(row) && <span className="block text-warn">{t('belowZero')}</span>}
      {alsoOn.length > 0 && (
        <span className="block text-warn">
          {t('alsoOn', { count: alsoOn.length, lines: alsoOn.map((line) => format.number(line)).join('، ') })}
        </span>
      )}
    </>
  );
}
