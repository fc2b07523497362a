'use client';

import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Chip, ChipLink } from '@/components/ui/chip';
import { MoneyText } from '@/components/ui/text/money-text';
import type { Sample } from './sample';

/** Gallery section with small text elements: state badges, tags, filters and amounts. */
export function GalleryWords({ sample }: { sample: Sample }) {
  const [chips, setChips] = useState([...sample.words, sample.long]);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {(['neutral', 'brand', 'good', 'warn', 'bad', 'info'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {sample.word}
          </Badge>
        ))}
        <Badge>{sample.long}</Badge>
      </div>
      <div className="flex flex-wrap gap-2">
        {chips.map((chip) => (
          <Chip
            key={chip}
            removeLabel={sample.remove}
            remove={() => setChips((current) => current.filter((other) => other !== chip))}
          >
            {chip}
          </Chip>
        ))}
        <Chip removeLabel={sample.remove} remove="?">
          {sample.word}
        </Chip>
        {chips.length === 0 && <Button onClick={() => setChips(sample.words)}>{sample.undo}</Button>}
      </div>
      <div className="flex flex-wrap gap-2">
        <ChipLink href="?view=all" current>
          {sample.views[0]}
        </ChipLink>
        <ChipLink href="?view=review">{sample.views[1]}</ChipLink>
        <ChipLink href="?view=long">{sample.long}</ChipLink>
      </div>
      <p>
        <MoneyText money={{ currency: 'SYP', decimals: 0, amount_minor: 1_250_000 }} />
      </p>
    </>
  );
}
