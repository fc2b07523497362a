import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';

/** Why an action is off without its scope, and how to get it: under the action, which stays visible. */
export function MissingScope({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-2 text-sm text-ink-soft">
      <Lock aria-hidden className="mt-1 size-3.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
