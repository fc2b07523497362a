'use client';

import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { Input, TextArea } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import {
  type AttributeDraft,
  type AttributeProblem,
  attributeLimits,
  type AttributeType,
  readAttribute,
} from '@/lib/orders/order-attribute';
import { AttributeLimits, nearLimit } from './attribute-limits';

type AttributeFieldsProps = {
  draft: AttributeDraft;
  /**
   * True after the user has tried to save. A missing name is reported only after that. Other problems are reported
   * while typing.
   */
  isTried: boolean;
  /** True if the first field takes the focus, because the user has just opened the form. */
  takesFocus?: boolean;
  onChange: (change: Partial<Pick<AttributeDraft, 'key' | 'type' | 'text'>>) => void;
};

/** Types that the value of an attribute can have. */
export const attributeTypes: AttributeType[] = ['text', 'number', 'yes_no'];
const ofTheKey: AttributeProblem[] = ['key_missing', 'key_shape', 'key_taken'];

/**
 * Fields for the name, type and value of one order attribute. They are validated against the platform's limits while
 * the user types.
 */
export function AttributeFields({ draft, isTried, takesFocus = true, onChange }: AttributeFieldsProps) {
  const t = useTranslations('orderPage.attributes');
  const focusOnce = takesFocus ? focus : undefined;
  const reading = readAttribute(draft);
  const { problem } = reading;
  const shown = problem === 'key_missing' && !isTried ? null : problem;
  const text = shown ? t(`problem.${shown}`) : undefined;
  const isOfKey = shown !== null && ofTheKey.includes(shown);
  return (
    <>
      <Field
        label={t('key')}
        // The hint is hidden while an error of this field is shown, because the error contains the text of the hint.
        hint={draft.currentKey === null && !isOfKey ? t('keyHint') : undefined}
        error={isOfKey ? text : undefined}
      >
        {(control) => (
          <Input
            {...control}
            code
            ref={draft.currentKey === null ? focusOnce : undefined}
            value={draft.key}
            readOnly={draft.currentKey !== null}
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
              const type = attributeTypes.find((one) => one === event.target.value) ?? 'text';
              onChange({
                type,
                text: type === 'yes_no' ? 'true' : draft.type === 'yes_no' ? '' : draft.text,
              });
            }}
          >
            {attributeTypes.map((type) => (
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
              ref={draft.currentKey === null ? undefined : focusOnce}
              value={draft.text}
              onChange={(event) => onChange({ text: event.target.value })}
            />
          )
        }
      </Field>
      <AttributeLimits keys={reading.keys} totalBytes={reading.totalBytes} />
    </>
  );
}

function ValueHint({ draft }: { draft: AttributeDraft }) {
  const t = useTranslations('orderPage.attributes');
  if (draft.type !== 'text') return null;
  const bytes = readAttribute(draft).valueBytes;
  const max = attributeLimits.valueBytesMax;
  return bytes < nearLimit * max ? null : t('valueBytes', { bytes, max });
}

const focus = (field: HTMLElement | null) => field?.focus();
