import { LoaderCircle } from 'lucide-react';

/** Something is under way; beside words that say what. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-4 shrink-0 motion-safe:animate-spin" />;
}
