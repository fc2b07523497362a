import type { ArrivalLag } from '@/lib/mirror/health/sync-view';

type LagSparklineProps = {
  hours: ArrivalLag['hours'];
  /** The highest p95 of them: the height of the chart. */
  worstMs: number;
  /** What it shows, for who does not see it. */
  label: string;
};

const barWidth = 8;
const gap = 2;
const height = 48;
/** An hour whose news came at once is seen as well. */
const barMin = 2;

/** A bar for each hour: how late nearly all news came, and within it how late half of it did. Drawn without a script. */
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
      // Time runs the way the words do.
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
