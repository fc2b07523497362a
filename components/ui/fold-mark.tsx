import { ChevronDown } from 'lucide-react';

/** Arrow in the summary of a closed section. The `details` element needs the class `group`. */
export const FoldMark = () => (
  <ChevronDown
    aria-hidden
    className="size-4 shrink-0 text-ink-soft group-open:rotate-180 motion-safe:transition-transform"
  />
);
