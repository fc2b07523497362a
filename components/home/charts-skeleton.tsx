import { Skeleton } from '@/components/ui/feedback/skeleton';

/** Placeholder with the size of the chart, so that nothing on the screen moves when the chart loads. */
export function ChartsSkeleton() {
  return <Skeleton className="h-112 sm:h-107 rounded-card" />;
}
