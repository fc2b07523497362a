'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { type AttributeDraft, readAttribute } from '@/lib/orders/order-attribute';
import { AttributeFields, attributeTypes } from '@/components/orders/shared/attribute-fields';
import type { InPlaceFormProps } from './in-place-card';
import { InPlaceFormActions } from './in-place-form-actions';
import { LeaveGuard } from '@/components/ui/overlay/leave-guard';
import { usePersistedDraft } from './use-persisted-draft';

/** Values that the user typed into the form of one order attribute. */
export type AttributeFormDraft = Omit<AttributeDraft, 'attributes'>;
type Draft = AttributeFormDraft;

type AttributeFormProps = InPlaceFormProps<Draft> & {
  attributes: Record<string, unknown>;
  onSave: (key: string, value: string | number | boolean) => void;
};

const emptyDraft: Draft = { currentKey: null, key: '', type: 'text', text: '' };

/** Form of one order attribute. Each attribute is saved separately from the others. */
export function AttributeForm(props: AttributeFormProps) {
  const { begun, copyKey, attributes, isPending, onSave, onThere, onClose } = props;
  const t = useTranslations('orderPage.attributes');
  const [isTried, setIsTried] = useState(false);
  const persisted = usePersistedDraft<Draft>({
    copyKey,
    begun,
    isDraft,
    empty: emptyDraft,
    onThere,
    isThere: (typed) =>
      Object.hasOwn(attributes, typed.key) &&
      attributes[typed.key] === readAttribute({ ...typed, attributes }).value,
  });
  const draft = { ...persisted.draft, attributes };
  const { problem, value } = readAttribute(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (problem === null) onSave(draft.key, value);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3 rounded-control bg-sunken/60 p-3">
      <AttributeFields
        draft={draft}
        isTried={isTried}
        takesFocus={!persisted.isRestored}
        onChange={persisted.change}
      />
      <InPlaceFormActions
        words={{ cancel: t('cancel'), save: t('save'), sending: t('sending') }}
        isPending={isPending}
        onCancel={onClose}
      />
      {persisted.isTouched && <LeaveGuard />}
    </form>
  );
}

function isDraft(saved: unknown): saved is Draft {
  if (typeof saved !== 'object' || saved === null) return false;
  if (!('currentKey' in saved && 'key' in saved && 'type' in saved && 'text' in saved)) return false;
  const { currentKey: editedKey, key, type, text } = saved;
  const isText = typeof key === 'string' && typeof text === 'string';
  return isText && (editedKey === null || editedKey === key) && attributeTypes.some((one) => one === type);
}
