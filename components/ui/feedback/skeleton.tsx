import { clsx } from 'clsx';

/** The shape of what is on its way. */
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
