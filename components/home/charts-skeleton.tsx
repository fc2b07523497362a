import { Skeleton } from '@/components/ui/feedback/skeleton';

/** The room of the charts until they are there: nothing moves when they come. */
export function ChartsSkeleton() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Skeleton className="h-88 rounded-card sm:col-span-2" />
      <Skeleton className="h-88 rounded-card" />
      <Skeleton className="h-88 rounded-card" />
    </div>
  );
}
