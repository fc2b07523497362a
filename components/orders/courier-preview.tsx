'use client';

import { CircleAlert, CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CourierMatch } from '@/lib/orders/courier-commands';
import type { CourierSheet } from '@/lib/orders/courier-sheet';
import type { CourierRow } from '@/lib/orders/judge-courier-sheet';

type CourierPreviewProps = { found: CourierMatch; unread: CourierSheet['unread'] };

/** What would come of each line of the sheet: first those that are left out and why, then those that are sent. */
export function CourierPreview({ found, unread }: CourierPreviewProps) {
  const t = useTranslations('courier');
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  const { rows, minutes } = found;
  const sent = rows.filter(({ verdict }) => verdict === 'ok');
  const left = rows.filter(({ verdict }) => verdict !== 'ok');
  return (
    <div ref={region} tabIndex={-1} className="flex flex-col gap-3 text-sm outline-none">
      <p className="font-semibold">
        {sent.length > 0 ? t('found', { count: sent.length }) : t('foundNone')}
        {sent.length > 0 && <> {t('minutes', { count: minutes })}</>}
      </p>
      {left.length + unread.length > 0 && (
        <Group title={t('leftOut', { count: left.length + unread.length })}>
          {unread.map(({ line, text }) => (
            <Line
              key={`unread-${line}`}
              line={line}
              icon={<CircleAlert className="text-bad" />}
              words={t('unread')}
            >
              <bdi className="truncate">{text}</bdi>
            </Line>
          ))}
          {left.map((row) => (
            <Line key={row.line} line={row.line} icon={iconOf(row)} words={t(`verdict.${row.verdict}`)}>
              <Pair row={row} />
            </Line>
          ))}
        </Group>
      )}
      {sent.length > 0 && (
        <Group title={t('sent', { count: sent.length })}>
          {sent.map((row) => (
            <Line key={row.line} line={row.line} icon={iconOf(row)} words={row.isShared ? t('shared') : null}>
              <Pair row={row} />
            </Line>
          ))}
        </Group>
      )}
    </div>
  );
}

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
  if (verdict === 'ok')
    return isShared ? <TriangleAlert className="text-warn" /> : <CircleCheck className="text-good" />;
  const isWrong = ['unknown', 'several', 'disagrees'].includes(verdict);
  return isWrong ? <CircleAlert className="text-bad" /> : <CircleSlash className="text-ink-soft" />;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-xs font-semibold text-ink-soft">{title}</h3>
      <ul className="divide-y divide-line rounded-card border border-line">{children}</ul>
    </section>
  );
}

type LineProps = { line: number; icon: ReactNode; words: string | null; children: ReactNode };

function Line({ line, icon, words, children }: LineProps) {
  const t = useTranslations('courier');
  return (
    <li className="flex flex-col gap-0.5 px-3 py-2 [&_svg]:size-4 [&_svg]:shrink-0">
      <span className="flex min-w-0 items-center gap-2">
        <span aria-hidden>{icon}</span>
        {children}
        <span className="ms-auto text-xs whitespace-nowrap text-ink-soft">{t('line', { line })}</span>
      </span>
      {words && <span className="ps-6 text-ink-soft">{words}</span>}
    </li>
  );
}
