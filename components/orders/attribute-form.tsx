'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input, TextArea } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import {
  type AttributeDraft,
  type AttributeProblem,
  attributeLimits,
  type AttributeType,
  readAttribute,
} from '@/lib/orders/order-attribute';
import { AttributeLimits } from './attribute-limits';
import { LeaveGuard } from './leave-guard';

type AttributeFormProps = {
  draft: AttributeDraft;
  isPending: boolean;
  onChange: (change: Partial<Pick<AttributeDraft, 'key' | 'type' | 'text'>>) => void;
  onSave: (key: string, value: string | number | boolean) => void;
  onCancel: () => void;
};

const types: AttributeType[] = ['text', 'number', 'yes_no'];
const ofTheKey: AttributeProblem[] = ['key_missing', 'key_shape', 'key_taken'];

/** One attribute as it is typed, counted against the platform's limits all the while. */
export function AttributeForm({ draft, isPending, onChange, onSave, onCancel }: AttributeFormProps) {
  const t = useTranslations('orderPage.attributes');
  const [isTried, setIsTried] = useState(false);
  const [first] = useState(draft);
  const isTouched = draft.key !== first.key || draft.type !== first.type || draft.text !== first.text;
  const reading = readAttribute(draft);
  const { problem } = reading;
  // What is missing is said when it was asked for; what is wrong, as it is typed.
  const shown = problem === 'key_missing' && !isTried ? null : problem;
  const text = shown ? t(`problem.${shown}`) : undefined;
  const isOfKey = shown !== null && ofTheKey.includes(shown);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (problem === null) onSave(draft.key, reading.value);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3 rounded-control bg-sunken/60 p-3">
      <Field
        label={t('key')}
        hint={draft.held === null ? t('keyHint') : undefined}
        error={isOfKey ? text : undefined}
      >
        {(control) => (
          <Input
            {...control}
            code
            ref={draft.held === null ? focusOnce : undefined}
            value={draft.key}
            readOnly={draft.held !== null}
            onChange={(event) => onChange({ key: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('type')}>
        {(control) => (
          <Select
            {...control}
            value={draft.type}
            onChange={(event) => {
              const type = types.find((one) => one === event.target.value) ?? 'text';
              onChange({
                type,
                text: type === 'yes_no' ? 'true' : draft.type === 'yes_no' ? '' : draft.text,
              });
            }}
          >
            {types.map((type) => (
              <option key={type} value={type}>
                {t(`types.${type}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('value')} error={isOfKey ? undefined : text} hint={<ValueHint draft={draft} />}>
        {(control) =>
          draft.type === 'yes_no' ? (
            <Select
              {...control}
              value={draft.text}
              onChange={(event) => onChange({ text: event.target.value })}
            >
              <option value="true">{t('yes')}</option>
              <option value="false">{t('no')}</option>
            </Select>
          ) : draft.type === 'number' ? (
            <Input
              {...control}
              code
              inputMode="decimal"
              value={draft.text}
              onChange={(event) => onChange({ text: event.target.value })}
            />
          ) : (
            <TextArea
              {...control}
              rows={2}
              dir="auto"
              ref={draft.held === null ? undefined : focusOnce}
              value={draft.text}
              onChange={(event) => onChange({ text: event.target.value })}
            />
          )
        }
      </Field>
      <AttributeLimits keys={reading.keys} totalBytes={reading.totalBytes} />
      <div className="flex gap-2 max-sm:*:flex-1">
        <Button onClick={onCancel} disabled={isPending}>
          {t('cancel')}
        </Button>
        <Button type="submit" look="primary" pending={isPending}>
          {t(isPending ? 'sending' : 'save')}
        </Button>
      </div>
      {isTouched && <LeaveGuard />}
    </form>
  );
}

function ValueHint({ draft }: { draft: AttributeDraft }) {
  const t = useTranslations('orderPage.attributes');
  if (draft.type !== 'text') return null;
  return t('valueBytes', { bytes: readAttribute(draft).valueBytes, max: attributeLimits.valueBytesMax });
}

const focusOnce = (field: HTMLElement | null) => field?.focus();
