'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { FieldError as FormError } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { FieldError } from '@/components/ui/form/field';
import { useFormValue } from '@/components/ui/form/use-form-value';
import { type AttributeDraft, readAttribute } from '@/lib/orders/order-attribute';
import { appAttributes } from '@/lib/orders/new-order/read-draft';
import { AttributeFields } from '@/components/orders/shared/attribute-fields';
import { AttributeRow } from '@/components/orders/shared/attribute-row';
import { useNewOrder } from './new-order-form';
import { useProblemText } from './use-problem-text';

type Typed = Omit<AttributeDraft, 'attributes'>;

const emptyTyped: Typed = { currentKey: null, key: '', type: 'text', text: '' };

/**
 * Part of the new order form with the attributes (pairs of name and value) that are stored with the order. The rules
 * for attributes are those of the order page.
 */
export function NewOrderAttributes() {
  const t = useTranslations('newOrder.attributes');
  const tPage = useTranslations('orderPage.attributes');
  const problemText = useProblemText();
  const form = useNewOrder();
  const [entries, change] = useFormValue(form, 'attributes');
  const error = problemText(form.formState.errors.attributes as FormError | undefined);
  const [typed, setTyped] = useState<Typed | null>(null);
  const [isTried, setTried] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  // The app adds attributes of its own when the order is created. The platform's size limit includes them, so they are
  // counted here together with the attributes of the user.
  const attributes = { ...toObject(entries), ...appAttributes(form.getValues('mode')) };

  const close = () => {
    setTyped(null);
    setTried(false);
    requestAnimationFrame(() => addButton.current?.focus());
  };
  const save = () => {
    setTried(true);
    if (!typed) return;
    const { problem, value } = readAttribute({ ...typed, attributes });
    if (problem) return;
    const next = { key: typed.key, value };
    const isKnown = entries.some(({ key }) => key === next.key);
    change(isKnown ? entries.map((one) => (one.key === next.key ? next : one)) : [...entries, next]);
    close();
  };
  // The fields of an attribute are inside the form of the order, because forms cannot be nested. Without this handler,
  // Enter in such a field would submit the order. With it, Enter adds the attribute.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.target instanceof HTMLTextAreaElement)
      return;
    if (event.target instanceof HTMLButtonElement || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    save();
  };

  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t('title')}</h3>
      <p className="text-xs text-ink-soft">{t('hint')}</p>
      {entries.length > 0 && (
        <ul aria-label={t('title')} className="divide-y divide-line">
          {entries.map(({ key, value }) => (
            <AttributeRow
              key={key}
              name={key}
              value={value}
              isOff={false}
              isBeingSent={false}
              onEdit={(type, text) => setTyped({ currentKey: key, key, type, text })}
              onRemove={() => change(entries.filter((one) => one.key !== key))}
            />
          ))}
        </ul>
      )}
      {error && <FieldError>{error}</FieldError>}
      {typed ? (
        <div onKeyDown={onKeyDown} className="flex flex-col gap-3 rounded-control bg-sunken/60 p-3">
          <AttributeFields
            key={typed.currentKey ?? ''}
            draft={{ ...typed, attributes }}
            isTried={isTried}
            onChange={(change) => setTyped({ ...typed, ...change })}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{tPage('cancel')}</Button>
            <Button variant="primary" onClick={save}>
              {tPage('save')}
            </Button>
          </div>
        </div>
      ) : (
        <Button ref={addButton} className="self-start" onClick={() => setTyped(emptyTyped)}>
          <Plus aria-hidden className="size-4" />
          {tPage('add')}
        </Button>
      )}
    </section>
  );
}

function toObject(entries: { key: string; value: string | number | boolean }[]): Record<string, unknown> {
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
}
