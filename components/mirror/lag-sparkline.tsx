import type { ArrivalLag } from '@/lib/mirror/health/sync-view';

type LagSparklineProps = {
  hours: ArrivalLag['hours'];
  /**
   * The highest p95 delay (95 % of the events are faster) of all hours, in milliseconds. A bar with this delay has the
   * full height of the chart.
   */
  worstMs: number;
  /** Text alternative of the chart for screen readers. */
  label: string;
};

const barWidth = 8;
const gap = 2;
const height = 48;
/** Minimum height of a bar, so that an hour without any delay is still visible. */
const barMin = 2;

/**
 * Chart of the delays of webhook events, with one bar for each hour. The height of the bar is the p95 delay (95 % of
 * the events are faster). The part inside the bar is the p50 delay (the median). The chart needs no script in the
 * browser.
 */
export function LagSparkline({ hours, worstMs, label }: LagSparklineProps) {
  const width = hours.length * (barWidth + gap) - gap;
  const heightOf = (ms: number) => Math.max(barMin, (height * ms) / Math.max(worstMs, 1));
  const bar = (index: number, ms: number, className: string) => (
    <rect
      x={index * (barWidth + gap)}
      y={height - heightOf(ms)}
      width={barWidth}
      height={heightOf(ms)}
      className={className}
    />
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height + 1}`}
      preserveAspectRatio="none"
      // Mirrors the chart in Arabic, so that time runs from right to left, like the text.
      className="h-14 w-full rtl:-scale-x-100"
    >
      <rect y={height} width={width} height={1} className="fill-line-strong" />
      {hours.map(({ startsAt, p50Ms, p95Ms }, index) => (
        <g key={startsAt}>
          {p95Ms !== null && bar(index, p95Ms, 'fill-brand/65')}
          {p50Ms !== null && bar(index, p50Ms, 'fill-brand')}
        </g>
      ))}
    </svg>
  );
}
