'use client';

import { useState } from 'react';
import { DateRange } from '@/components/ui/form/date-range';
import { Field } from '@/components/ui/form/field';
import { Input, TextArea } from '@/components/ui/form/input';
import { MoneyInput } from '@/components/ui/form/money-input';
import { PhoneInput } from '@/components/ui/form/phone-input';
import type { DayRange } from '@/components/ui/form/preset-range';
import { QuantityStepper } from '@/components/ui/form/quantity-stepper';
import { Select } from '@/components/ui/form/select';
import { TagInput } from '@/components/ui/form/tag-input';
import type { Sample } from './sample';

const today = '2026-11-21';

/** Gallery section with the input controls: empty, filled, invalid and disabled. */
export function GalleryFields({ sample }: { sample: Sample }) {
  const [range, setRange] = useState<DayRange>({ from: today, to: '2026-11-01' });
  const [tags, setTags] = useState(sample.words);
  const [quantity, setQuantity] = useState('2');
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={sample.label} hint={sample.hint}>
          {(field) => <Input {...field} placeholder={sample.text} />}
        </Field>
        <Field label={sample.label} error={sample.error}>
          {(field) => <Input {...field} defaultValue={sample.text} />}
        </Field>
        <Field label={sample.label}>
          {(field) => <Input {...field} disabled defaultValue={sample.text} />}
        </Field>
        <Field label="PhoneInput">{(field) => <PhoneInput {...field} defaultValue="0944 123 456" />}</Field>
        <Field label="MoneyInput" error={sample.long}>
          {(field) => <MoneyInput {...field} currency={{ code: 'SYP', decimals: 0 }} defaultValue="12500" />}
        </Field>
        <Field label="Select">
          {(field) => (
            <Select {...field}>
              {sample.views.map((view) => (
                <option key={view}>{view}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="QuantityStepper">
          {(field) => (
            <QuantityStepper
              {...field}
              name="quantity"
              value={quantity}
              quantity={Number.parseInt(quantity, 10) || null}
              onChange={setQuantity}
              onBlur={() => undefined}
              labels={{ more: '+', less: '-' }}
              ref={null}
            />
          )}
        </Field>
        <Field label="TextArea">{(field) => <TextArea {...field} defaultValue={sample.long} />}</Field>
      </div>
      <Field label="TagInput">
        {(field) => <TagInput {...field} tags={tags} onChange={setTags} removeLabel={sample.remove} />}
      </Field>
      <DateRange value={range} onChange={setRange} today={today} />
    </>
  );
}
