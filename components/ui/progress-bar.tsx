import type { ReactNode } from 'react';

/** Work whose end is not known: a moving bar, and words with numbers that say how far it is. */
export function ProgressBar({ label }: { label: ReactNode }) {
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="text-sm">{label}</p>
      <div
        aria-hidden
        className="relative h-1.5 overflow-hidden rounded-full border border-transparent bg-sunken"
      >
        <div className="absolute inset-y-0 start-0 w-2/5 rounded-full bg-brand forced-color-adjust-none motion-safe:animate-slide" />
      </div>
    </div>
  );
}
