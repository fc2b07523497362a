'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { attributeBytes, attributeLimits } from '@/lib/orders/order-attribute';
import type { OrderReference } from '@/lib/orders/order-reference';
import { referenceUrl } from '@/lib/orders/reference-url';
import { AttributeLimits } from '@/components/orders/shared/attribute-limits';
import type { InPlaceFormProps } from './in-place-card';
import { InPlaceFormActions } from './in-place-form-actions';
import { LeaveGuard } from '@/components/ui/overlay/leave-guard';
import { usePersistedDraft } from './use-persisted-draft';

/** Values that the user typed into the form for the reference of an order, which is shown as a chip. */
export type ReferenceDraft = { kind: string; number: string; url: string };

type ReferenceFormProps = InPlaceFormProps<ReferenceDraft> & {
  storedReference: OrderReference | null;
  attributes: Record<string, unknown>;
  appOrigin: string;
  onSave: (reference: OrderReference) => void;
};

const emptyDraft: ReferenceDraft = { kind: '', number: '', url: '' };

/**
 * Form for the reference of an order, which is shown as a chip. The fields are the kind, the number and the URL of the
 * record that the reference names. The URL must belong to this app (S15).
 */
export function ReferenceForm(props: ReferenceFormProps) {
  const { begun, copyKey, storedReference, attributes, appOrigin, isPending, onSave, onThere, onClose } =
    props;
  const t = useTranslations('orderPage.reference');
  const { draft: typed, ...persisted } = usePersistedDraft<ReferenceDraft>({
    copyKey,
    begun,
    isDraft,
    empty: emptyDraft,
    onThere,
    isThere: (draft) =>
      storedReference !== null &&
      draft.kind.trim() === storedReference.kind &&
      draft.number.trim() === storedReference.number &&
      draft.url.trim() === (storedReference.url ?? ''),
  });
  const [isTried, setIsTried] = useState(false);
  const kind = typed.kind.trim();
  const number = typed.number.trim();
  const address = typed.url.trim();
  const url = address === '' ? null : referenceUrl(address, appOrigin);
  const isUrlWrong = address !== '' && url === null;
  const merged = { ...attributes, reference: { kind, number, url } };
  const totalBytes = attributeBytes(merged);
  const keys = Object.keys(merged).length;
  const isFull = totalBytes > attributeLimits.totalBytesMax || keys > attributeLimits.keysMax;
  const ifMissing = (text: string, message: string) => (isTried && text === '' ? message : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (kind !== '' && number !== '' && !isUrlWrong && !isFull) onSave({ kind, number, url });
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-3 self-stretch rounded-control bg-sunken/60 p-3"
    >
      <Field label={t('kind')} hint={t('kindHint')} error={ifMissing(kind, t('kindMissing'))}>
        {(control) => (
          <Input
            {...control}
            ref={persisted.isRestored ? undefined : focusOnce}
            value={typed.kind}
            onChange={(event) => persisted.change({ kind: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('number')} error={ifMissing(number, t('numberMissing'))}>
        {(control) => (
          <Input
            {...control}
            value={typed.number}
            onChange={(event) => persisted.change({ number: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('url')}
        aside={t('optional')}
        hint={t.rich('urlHint', {
          origin: () => (
            <bdi key="origin" dir="ltr">
              {appOrigin}
            </bdi>
          ),
        })}
        error={isUrlWrong ? t('urlWrong') : undefined}
      >
        {(control) => (
          <Input
            {...control}
            code
            inputMode="url"
            value={typed.url}
            onChange={(event) => persisted.change({ url: event.target.value })}
          />
        )}
      </Field>
      <AttributeLimits keys={keys} totalBytes={totalBytes} />
      {isFull && (
        <p role="alert" className="text-sm text-bad">
          {t('full')}
        </p>
      )}
      <InPlaceFormActions
        words={{ cancel: t('cancel'), save: t('save'), sending: t('sending') }}
        isPending={isPending}
        onCancel={onClose}
      />
      {persisted.isTouched && <LeaveGuard />}
    </form>
  );
}

const focusOnce = (field: HTMLElement | null) => field?.focus();

function isDraft(saved: unknown): saved is ReferenceDraft {
  if (typeof saved !== 'object' || saved === null) return false;
  if (!('kind' in saved && 'number' in saved && 'url' in saved)) return false;
  return [saved.kind, saved.number, saved.url].every((text) => typeof text === 'string');
}
