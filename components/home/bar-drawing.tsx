'use client';

import { useLocale } from 'next-intl';
import { Bar, BarChart, LabelList, ResponsiveContainer, Tooltip, XAxis } from 'recharts';
import { appLocale, directionOf } from '@/lib/shared/locale';
import type { Bar as BarOfChart } from './chart-table';

/** Maximum number of bars with a value above each. With more bars, the values do not fit beside each other. */
const labelledMax = 8;

/**
 * Draws the bars of a chart. In Arabic, the first bar is on the right. The drawing itself is left to right in every
 * language, because elements with numeric positions must not be mirrored (U14).
 */
export function BarDrawing({ title, bars }: { title: string; bars: BarOfChart[] }) {
  const isRtl = directionOf(appLocale(useLocale())) === 'rtl';
  // The axis labels have the text direction of the language, although the chart itself does not. Otherwise an Arabic
  // date would show its day after its month.
  const tick = { fontSize: 12, fill: 'var(--color-ink-soft)', direction: isRtl ? 'rtl' : 'ltr' };
  return (
    <div
      dir="ltr"
      role="img"
      aria-label={`${title}: ${bars.map(({ label, text }) => `${label} ${text}`).join('; ')}`}
      className="h-full"
    >
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={bars} accessibilityLayer={false} margin={{ top: 20, bottom: 0 }}>
          <XAxis
            dataKey="label"
            reversed={isRtl}
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: 'var(--color-line)' }}
            minTickGap={16}
            interval={bars.length > labelledMax ? 'preserveStart' : 0}
          />
          <Tooltip cursor={{ fill: 'var(--color-sunken)' }} content={BarTooltip} isAnimationActive={false} />
          <Bar
            dataKey="value"
            fill="var(--color-brand)"
            radius={[4, 4, 0, 0]}
            maxBarSize={56}
            isAnimationActive={false}
          >
            {bars.length <= labelledMax && (
              <LabelList
                dataKey="text"
                position="top"
                fontSize={12}
                fontWeight={600}
                fill="var(--color-ink)"
              />
            )}
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

type BarTooltipProps = { active?: boolean; payload?: readonly { payload?: BarOfChart }[] };

/** Tooltip that shows the bar under the pointer. */
function BarTooltip({ active, payload }: BarTooltipProps) {
  const bar = payload?.[0]?.payload;
  if (!active || !bar) return null;
  return (
    <p className="rounded-control border border-line bg-surface px-3 py-1.5 text-sm shadow-float">
      <bdi>{bar.label}</bdi> <bdi className="font-semibold">{bar.text}</bdi>
    </p>
  );
}
