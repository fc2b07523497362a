'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useLayoutEffect, useRef, useState } from 'react';
import { type CatalogueHit, catalogueOptions } from '@/components/catalogue/catalogue-queries';
import { Button } from '@/components/ui/button';
import { Combobox } from '@/components/ui/form/combobox';
import { Field } from '@/components/ui/form/field';
import { useDebounced } from '@/components/ui/form/use-debounced';
import type { DraftLine } from '@/lib/orders/new-order/new-order-draft';
import { CatalogueOption } from './catalogue-option';
import { draftLineOf } from './draft-line-of';
import { useScannedCode } from './use-scanned-code';

export type CataloguePickerProps = {
  installId: string;
  currency: { code: string; decimals: number };
  onPick: (line: DraftLine) => void;
  error: string | undefined;
  /**
   * What the user did in the placeholder field (LazyCataloguePicker) before the picker was loaded. It has the typed
   * text, whether the field has the focus, and the texts that the user entered with Enter. The picker continues with
   * these values.
   */
  start?: { text: string; isFocused: boolean; entered: string[] };
};

const typingPauseMs = 200;

/**
 * Field that searches product variants by name, SKU, DSIN or barcode while the user types. Text that matches nothing
 * can become a custom line. A scanner types a code and presses Enter immediately; the variant with exactly that code is
 * then added.
 */
export function CataloguePicker({ installId, currency, onPick, error, start }: CataloguePickerProps) {
  const t = useTranslations('newOrder.picker');
  const [opened, setOpened] = useState(start !== undefined);
  const [text, setText] = useState(start?.text ?? '');
  const q = useDebounced(text.trim(), typingPauseMs);
  const search = useQuery({ ...catalogueOptions(installId, q), enabled: opened });
  const hits = search.data?.code === 'found' && q === text.trim() ? search.data.hits : [];
  const scan = useScannedCode(installId, {
    onFound: (hit) => onPick(draftLineOf({ hit, name: '', quantity: 1 }, currency)),
    text,
    setText,
  });
  const field = useRef<HTMLInputElement>(null);
  const goOn = useRef(() => {
    if (start?.isFocused) field.current?.focus();
    start?.entered.forEach((code) => scan.enter(code));
  });
  // This field has just replaced its placeholder (LazyCataloguePicker). The effect moves the focus into this field and
  // searches the codes that the user entered in the placeholder. It is a layout effect, because a layout effect runs
  // before the browser handles the next key. The codes of the placeholder are therefore searched before any code that
  // is entered here.
  useLayoutEffect(() => goOn.current(), []);
  const loading = opened && (search.isFetching || scan.isPending || q !== text.trim());
  const custom = text.trim();

  const note = search.isError ? (
    <SearchFailed onRetry={() => void search.refetch()} />
  ) : search.isPaused ? (
    t('offline')
  ) : search.data?.code === 'missing_scope' ? (
    t('noScope')
  ) : (
    !loading && hits.length === 0 && t('empty')
  );

  const pick = (hit: CatalogueHit | null) => {
    onPick(draftLineOf({ hit, name: custom, quantity: 1 }, currency));
    setText('');
  };

  return (
    <Field label={t('label')} error={error}>
      {(control) => (
        <>
          <p role="status" className="sr-only">
            {scan.added && t('added', { name: scan.added })}
          </p>
          <Combobox<CatalogueHit | null>
            {...control}
            ref={field}
            startsOpen={start !== undefined && start.text !== ''}
            text={text}
            onText={setText}
            onOpen={() => setOpened(true)}
            onPick={pick}
            onEarlyEnter={() => scan.enter()}
            loading={loading}
            placeholder={t('placeholder')}
            announcement={loading ? '' : t('found', { count: hits.length })}
            items={[
              ...hits.map((hit) => ({
                key: hit.variantId,
                item: hit,
                content: <CatalogueOption hit={hit} />,
              })),
              ...(custom === ''
                ? []
                : [{ key: 'custom', item: null, content: <CustomOption name={custom} /> }]),
            ]}
            note={note}
          />
        </>
      )}
    </Field>
  );
}

function CustomOption({ name }: { name: string }) {
  const t = useTranslations('newOrder.picker');
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm font-semibold text-brand">
      <Plus aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 break-words">{t.rich('custom', { name: () => <bdi>{name}</bdi> })}</span>
    </span>
  );
}

function SearchFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('newOrder.picker');
  return (
    <span className="flex items-center justify-between gap-3">
      {t('failed')}
      <Button onClick={onRetry}>{t('retry')}</Button>
    </span>
  );
}
