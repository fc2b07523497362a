'use client';

import { clsx } from 'clsx';
import { useLocale } from 'next-intl';
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from 'recharts';
import { appLocale, directionOf } from '@/lib/shared/locale';
import type { Bar as BarOfChart } from './chart-table';
import { roundTicks } from './round-ticks';

/**
 * Axes of a chart.
 *
 * - `labelEvery`: only every n-th bar, counted back from the last bar, has its name on the axis.
 * - `formatKey`: returns the short name of a bar, such as the day of the month.
 * - `formatGroup`: returns the name of the group of a bar, such as the month. The axis shows it on a second line, below
 *   the first bar name of the group. A phone has no room for both names on one line.
 * - `formatValue`: formats a value of the vertical scale.
 */
export type ChartAxes = {
  labelEvery: number;
  formatKey: (key: string) => string;
  formatGroup: (key: string) => string;
  formatValue: (value: number) => string;
  /** Unit of the vertical scale, such as the sign of the currency. It is shown above the scale. */
  unit: string;
};

type BarDrawingProps = { title: string; bars: BarOfChart[]; axes: ChartAxes };

/**
 * Space for the labels of the vertical scale, in pixels. Arabic labels need more, because they end with a word, for
 * example the word for million.
 */
const scaleWidth = { ltr: 52, rtl: 80 };
/**
 * Space beside the last bar, in pixels. The name of the last bar is wider than the bar and needs this space.
 */
const lastLabelSpace = 24;
/** Height of the two lines below the bars, in pixels. */
const nameHeight = 38;

/**
 * Draws the bars of a chart. In Arabic, the first bar is on the right. The chart element itself has the
 * direction left to right in every language, because elements with numeric positions must not be mirrored
 * (U14).
 */
export function BarDrawing({ title, bars, axes }: BarDrawingProps) {
  const isRtl = directionOf(appLocale(useLocale())) === 'rtl';
  const named = namedBars(bars, axes.labelEvery);
  const ticks = roundTicks(Math.max(...bars.map(({ value }) => value)));
  const groups = groupsToName(named, axes.formatGroup);
  // The chart element always has the direction `ltr`, but the axis labels have the text direction of the language. With
  // the direction `ltr`, the number in an Arabic label would be on the wrong side of its word.
  const tick = { fontSize: 12, fill: 'var(--color-ink-soft)', direction: isRtl ? 'rtl' : 'ltr' };
  const margin = { top: 24, bottom: 0, [isRtl ? 'left' : 'right']: lastLabelSpace };
  return (
    <div
      dir="ltr"
      role="img"
      aria-label={`${title}: ${bars.map(({ label, text }) => `${label} ${text}`).join('; ')}`}
      className="relative h-full"
    >
      <bdi
        aria-hidden
        style={{ [isRtl ? 'right' : 'left']: 0, width: (isRtl ? scaleWidth.rtl : scaleWidth.ltr) - 8 }}
        className={clsx(
          'absolute top-0 text-xs leading-none text-ink-soft',
          isRtl ? 'text-start' : 'text-end',
        )}
      >
        {axes.unit}
      </bdi>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={bars} accessibilityLayer={false} margin={margin}>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <YAxis
            orientation={isRtl ? 'right' : 'left'}
            width={isRtl ? scaleWidth.rtl : scaleWidth.ltr}
            ticks={ticks}
            domain={[0, ticks.at(-1) ?? 1]}
            interval={0}
            // `end` is the side at which the text of a label ends: the right side from left to right, the left side
            // from right to left. In both directions, the labels therefore end at the axis and do not lie on the bars.
            tick={{ ...tick, textAnchor: 'end' }}
            tickFormatter={axes.formatValue}
            tickLine={false}
            axisLine={false}
          />
          <XAxis
            dataKey="key"
            reversed={isRtl}
            height={nameHeight}
            tick={({ x, y, payload }: XAxisTickContentProps) => {
              const key = String(payload.value);
              return (
                <text {...tick} x={x} y={y} textAnchor="middle">
                  <tspan x={x} dy="0.71em">
                    {axes.formatKey(key)}
                  </tspan>
                  {groups.has(key) && (
                    <tspan x={x} dy="1.3em">
                      {axes.formatGroup(key)}
                    </tspan>
                  )}
                </text>
              );
            }}
            tickLine={false}
            axisLine={{ stroke: 'var(--color-line)' }}
            ticks={named}
            interval={0}
          />
          <Tooltip cursor={{ fill: 'var(--color-sunken)' }} content={BarTooltip} isAnimationActive={false} />
          <Bar
            dataKey="value"
            fill="var(--color-brand)"
            radius={[4, 4, 0, 0]}
            maxBarSize={56}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

function namedBars(bars: BarOfChart[], every: number): string[] {
  return bars.filter((_, index) => (bars.length - 1 - index) % every === 0).map(({ key }) => key);
}

/**
 * Returns the keys of the bars below which the axis shows a group name. A group name is below the first named bar of
 * its group. If the first group has only one named bar, its group name is left out, because it would overlap the name
 * of the second group.
 */
function groupsToName(named: string[], groupOf: (key: string) => string): Set<string> {
  const firsts = named.filter((key, index) => {
    const before = named[index - 1];
    return before === undefined || groupOf(before) !== groupOf(key);
  });
  return new Set(firsts.length > 1 && firsts[1] === named[1] ? firsts.slice(1) : firsts);
}

type BarTooltipProps = { active?: boolean; payload?: readonly { payload?: BarOfChart }[] };

/** Tooltip with the name and the value of the bar under the pointer. */
function BarTooltip({ active, payload }: BarTooltipProps) {
  const bar = payload?.[0]?.payload;
  if (!active || !bar) return null;
  return (
    <p className="rounded-control border border-line bg-surface px-3 py-1.5 text-sm shadow-float">
      <bdi>{bar.label}</bdi> <bdi className="font-semibold">{bar.text}</bdi>
    </p>
  );
}
