import { clsx } from 'clsx';

/** Gray placeholder for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={clsx(
        'rounded-control border border-transparent bg-sunken motion-safe:animate-pulse',
        className,
      )}
    />
  );
}
