'use client';

import { useLocale } from 'next-intl';
import { Bar, BarChart, LabelList, ResponsiveContainer, Tooltip, XAxis } from 'recharts';
import { appLocale, directionOf } from '@/lib/shared/locale';
import type { Bar as BarOfChart } from './chart-card';

/** Past so many bars their values would not stand beside each other. */
const labelledMax = 8;

/**
 * The bars of a chart, the first one where reading begins. The drawing itself is left to right in every language:
 * what it places by numbers must not be turned over.
 */
export function BarDrawing({ title, bars }: { title: string; bars: BarOfChart[] }) {
  const isRtl = directionOf(appLocale(useLocale())) === 'rtl';
  // Words are read as everywhere: in a drawing from left to right a day would stand behind its month.
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

/** What the bar under the finger says. */
function BarTooltip({ active, payload }: BarTooltipProps) {
  const bar = payload?.[0]?.payload;
  if (!active || !bar) return null;
  return (
    <p className="rounded-control border border-line bg-surface px-3 py-1.5 text-sm shadow-float">
      <bdi>{bar.label}</bdi> <bdi className="font-semibold">{bar.text}</bdi>
    </p>
  );
}
