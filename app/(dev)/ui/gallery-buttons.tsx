import { Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { Sample } from './sample';

const looks = ['primary', 'secondary', 'quiet', 'chosen', 'danger'] as const;

/** Every button look: normal, pending and disabled. */
export function GalleryButtons({ sample }: { sample: Sample }) {
  return looks.map((look) => (
    <div key={look} className="flex flex-wrap gap-2">
      <Button look={look}>{sample.press}</Button>
      <Button look={look}>
        <Plus aria-hidden className="size-4" />
        {sample.press}
      </Button>
      <Button look={look} pending>
        {sample.press}
      </Button>
      <Button look={look} disabled>
        {sample.press}
      </Button>
    </div>
  ));
}
