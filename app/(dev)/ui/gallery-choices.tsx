'use client';

import { useState } from 'react';
import { Checkbox } from '@/components/ui/form/checkbox';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import type { Sample } from './sample';

/** Gallery section with the controls to choose a value: radio buttons, checkboxes, select, combobox. */
export function GalleryChoices({ sample }: { sample: Sample }) {
  const [choice, setChoice] = useState('one');
  return (
    <>
      <div className="flex flex-col">
        <Checkbox label={sample.word} detail={sample.detail} />
        <Checkbox label={sample.word} defaultChecked />
        <Checkbox label={sample.word} mixed />
        <Checkbox label={sample.word} disabled />
        <Checkbox label={sample.long} aria-invalid />
        <Checkbox label={sample.word} labelHidden className="self-start" />
      </div>
      <ChoiceCards
        label={sample.label}
        value={choice}
        onChange={setChoice}
        choices={[
          { value: 'one', title: sample.word, detail: sample.detail },
          { value: 'two', title: sample.long },
        ]}
      />
      <ChoiceCards
        label={sample.label}
        value=""
        required
        onChange={() => undefined}
        choices={[{ value: 'one', title: sample.word }]}
        error={sample.error}
      />
    </>
  );
}
