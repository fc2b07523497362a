'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { attributeBytes, attributeLimits } from '@/lib/orders/order-attribute';
import type { OrderReference } from '@/lib/orders/order-reference';
import { referenceUrl } from '@/lib/orders/reference-url';
import { AttributeLimits } from './attribute-limits';
import { LeaveGuard } from './leave-guard';

type ReferenceFormProps = {
  held: OrderReference | null;
  attributes: Record<string, unknown>;
  appOrigin: string;
  isPending: boolean;
  onSave: (reference: OrderReference) => void;
  onCancel: () => void;
};

/** Kind, number and address of the record. The address leads to this app and nowhere else. */
export function ReferenceForm(props: ReferenceFormProps) {
  const { held, attributes, appOrigin, isPending, onSave, onCancel } = props;
  const t = useTranslations('orderPage.reference');
  const [first] = useState({ kind: held?.kind ?? '', number: held?.number ?? '', url: held?.url ?? '' });
  const [typed, setTyped] = useState(first);
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
  const missing = (text: string) => (isTried && text === '' ? t('missing') : undefined);
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
      <Field label={t('kind')} hint={t('kindHint')} error={missing(kind)}>
        {(control) => (
          <Input
            {...control}
            ref={focusOnce}
            value={typed.kind}
            onChange={(event) => setTyped({ ...typed, kind: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('number')} error={missing(number)}>
        {(control) => (
          <Input
            {...control}
            value={typed.number}
            onChange={(event) => setTyped({ ...typed, number: event.target.value })}
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
            onChange={(event) => setTyped({ ...typed, url: event.target.value })}
          />
        )}
      </Field>
      <AttributeLimits keys={keys} totalBytes={totalBytes} />
      {isFull && (
        <p role="alert" className="text-sm text-bad">
          {t('full')}
        </p>
      )}
      <div className="flex gap-2 max-sm:*:flex-1">
        <Button onClick={onCancel} disabled={isPending}>
          {t('cancel')}
        </Button>
        <Button type="submit" look="primary" pending={isPending}>
          {t(isPending ? 'sending' : 'save')}
        </Button>
      </div>
      {typed !== first && <LeaveGuard />}
    </form>
  );
}

const focusOnce = (field: HTMLElement | null) => field?.focus();
