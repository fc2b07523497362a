import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { Sample } from './sample';

const variants = ['primary', 'secondary', 'quiet', 'chosen', 'danger'] as const;

/** Gallery section with every button variant: normal, pending and disabled. */
export function GalleryButtons({ sample }: { sample: Sample }) {
  return variants.map((variant) => (
    <div key={variant} className="flex flex-wrap gap-2">
      <Button variant={variant}>{sample.press}</Button>
      <Button variant={variant}>
        <Plus aria-hidden className="size-4" />
        {sample.press}
      </Button>
      <Button variant={variant} pending>
        {sample.press}
      </Button>
      <Button variant={variant} disabled>
        {sample.press}
      </Button>
    </div>
  ));
}
