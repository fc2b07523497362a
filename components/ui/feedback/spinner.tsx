import { LoaderCircle } from 'lucide-react';

/** Spinner. Place it beside a text that says what is in progress. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-4 shrink-0 motion-safe:animate-spin" />;
}
