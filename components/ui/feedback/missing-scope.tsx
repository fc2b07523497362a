import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';

/** Explains below a disabled action which scope is missing and how to grant it. The action itself stays visible. */
export function MissingScope({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-2 text-sm text-ink-soft">
      <Lock aria-hidden className="mt-1 size-3.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
