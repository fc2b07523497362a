'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { type CatalogueHit, catalogueOptions } from '@/components/catalogue/catalogue-queries';
import { Button } from '@/components/ui/button';
import { Combobox } from '@/components/ui/combobox';
import { Field } from '@/components/ui/field';
import type { DraftLine } from '@/lib/orders/new-order-draft';
import { plainAmount } from '@/lib/shared/money';
import { CatalogueOption } from './catalogue-option';

type CataloguePickerProps = {
  installId: string;
  currency: { code: string; decimals: number };
  onPick: (line: DraftLine) => void;
  error: string | undefined;
};

const typingPauseMs = 200;

/** Finds what is sold by name, SKU, DSIN or barcode as one types; what is not found becomes a custom line. */
export function CataloguePicker({ installId, currency, onPick, error }: CataloguePickerProps) {
  const t = useTranslations('newOrder.picker');
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const q = usePaused(text.trim());
  const search = useQuery({ ...catalogueOptions(installId, q), enabled: opened });
  const hits = search.data?.code === 'found' ? search.data.hits : [];
  const loading = opened && (search.isFetching || q !== text.trim());
  const custom = text.trim();

  const note = search.isError ? (
    <SearchFailed onRetry={() => void search.refetch()} />
  ) : search.data?.code === 'missing_scope' ? (
    t('noScope')
  ) : (
    !loading && hits.length === 0 && t('empty')
  );

  const pick = (hit: CatalogueHit | null) => {
    onPick(hit ? catalogueLine(hit, currency) : { ...emptyLine, name: custom });
    setText('');
  };

  return (
    <Field label={t('label')} error={error}>
      {(field) => (
        <Combobox<CatalogueHit | null>
          {...field}
          text={text}
          onText={setText}
          onOpen={() => setOpened(true)}
          onPick={pick}
          loading={loading}
          placeholder={t('placeholder')}
          announcement={loading ? '' : t('found', { count: hits.length })}
          items={[
            ...hits.map((hit) => ({ key: hit.variantId, item: hit, content: <CatalogueOption hit={hit} /> })),
            ...(custom === ''
              ? []
              : [{ key: 'custom', item: null, content: <CustomOption name={custom} /> }]),
          ]}
          note={note}
        />
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

const emptyLine: DraftLine = {
  variantId: null,
  name: '',
  sku: null,
  quantity: '1',
  price: '',
  cataloguePriceMinor: null,
  availableQuantity: null,
};

function catalogueLine(hit: CatalogueHit, currency: { code: string; decimals: number }): DraftLine {
  const price =
    hit.price?.currency === currency.code && hit.price.decimals === currency.decimals ? hit.price : null;
  return {
    variantId: hit.variantId,
    name: [hit.productName, hit.variantName].filter(Boolean).join(' - ').slice(0, 255),
    sku: hit.sku,
    quantity: '1',
    price: price ? plainAmount(price.amount_minor, price.decimals) : '',
    cataloguePriceMinor: price?.amount_minor ?? null,
    availableQuantity: hit.availableQuantity,
  };
}

/** The value once it has stood still: not every letter is a search. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
