'use client';

import { ChartColumn, Table2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { ChartAxes } from './bar-drawing';
import { type Bar, ChartTable } from './chart-table';

type ChartCardProps = {
  name: string;
  title: string;
  question: string;
  columns: string[];
  bars: Bar[];
  /** Text that is shown instead of the chart if all bars are zero. */
  empty: string;
  choices?: ReactNode;
  /** Sum of all bars, shown above the chart. */
  sum?: ReactNode;
  /** The sum of the same number of days before, shown below the sum. */
  before?: ReactNode;
  axes: ChartAxes;
};

const loadChart = () => import('./bar-drawing').then(({ BarDrawing }) => BarDrawing);

/**
 * Card that shows either a chart or a table with the same data. A button switches between the two. The code
 * that draws the chart is loaded when the card first becomes visible. If that code cannot be loaded, the card
 * shows the table.
 */
export function ChartCard(props: ChartCardProps) {
  const { name, title, question, columns, bars, empty, choices, sum, before, axes } = props;
  const t = useTranslations('home.charts');
  const [isTable, setIsTable] = useState(false);
  const [place, isSeen] = useSeen();
  const renderChart = useLazy(loadChart, isSeen && !isTable, () => setIsTable(true));
  const isEmpty = bars.every(({ value }) => value === 0);
  return (
    <div ref={place} data-chart={name}>
      <Card
        title={title}
        aside={
          !isEmpty && (
            <Button variant="quiet" className="-me-3" onClick={() => setIsTable(!isTable)}>
              {isTable ? (
                <ChartColumn aria-hidden className="size-4" />
              ) : (
                <Table2 aria-hidden className="size-4" />
              )}
              {isTable ? t('asChart') : t('asTable')}
            </Button>
          )
        }
      >
        {/* ChartsSkeleton must have the height of this card, so that nothing moves when the chart is loaded. */}
        <div className="flex min-h-90 flex-col gap-2 sm:min-h-85">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="text-sm text-ink-soft">{question}</p>
            {!isEmpty && sum && (
              <div className="text-sm">
                <p className="font-semibold">{sum}</p>
                {before && <p className="text-ink-soft">{before}</p>}
              </div>
            )}
          </div>
          {choices}
          {/* A table of seven days needs 227 px. The child elements have no effect on the height of this element.
              The card therefore has the same height with a chart and with a table. */}
          <div className="relative min-h-60 flex-1">
            <div className="absolute inset-0">
              {isEmpty ? (
                <p className="grid h-full place-items-center text-center text-sm text-ink-soft">{empty}</p>
              ) : isTable ? (
                <ChartTable caption={title} columns={columns} bars={bars} />
              ) : (
                (renderChart?.({ title, bars, axes }) ?? <Skeleton className="h-full" />)
              )}
            </div>
          </div>
        </div>
      </Card>
    </div>
  );
}

/**
 * Hook that returns a ref for an element, and true as soon as that element has been visible. With it, a chart far below
 * the visible part of the page loads no code.
 */
function useSeen(): [RefObject<HTMLDivElement | null>, boolean] {
  const element = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [element, isSeen];
}
