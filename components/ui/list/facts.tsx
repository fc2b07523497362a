import type { ReactNode } from 'react';

type FactsProps = { facts: { label: string; value: ReactNode }[] };

/** List of facts, each a label with a value. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="flex flex-col gap-3 text-sm">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex flex-col gap-0.5">
          <dt className="text-xs text-ink-soft">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
