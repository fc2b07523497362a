import { Skeleton } from '@/components/ui/feedback/skeleton';

/** Placeholder that is shown while a list loads: table rows, or cards on a phone. Screen readers read `label`. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="flex flex-col gap-2.5 sm:gap-0 sm:divide-y sm:divide-line">
      <span className="sr-only">{label}</span>
      {[...Array(8).keys()].map((row) => (
        <div key={row} className="rounded-card border border-line bg-surface p-4 sm:rounded-none sm:border-0">
          <div className="flex items-center justify-between gap-4">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-5 w-40 max-sm:hidden" />
            <Skeleton className="h-5 w-28" />
          </div>
          <Skeleton className="mt-3 h-5 w-44 sm:hidden" />
        </div>
      ))}
    </div>
  );
}
