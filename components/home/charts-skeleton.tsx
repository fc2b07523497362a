import { Skeleton } from '@/components/ui/feedback/skeleton';

/** Placeholder with the size of the charts, so that nothing on the screen moves when the charts load. */
export function ChartsSkeleton() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Skeleton className="h-88 rounded-card sm:col-span-2" />
      <Skeleton className="h-88 rounded-card" />
      <Skeleton className="h-88 rounded-card" />
    </div>
  );
}
