'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/form/checkbox';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { useMissingScopes } from '@/components/ui/scopes-context';
import type { EarlierData } from '@/lib/imports/earlier-data';
import { ImportBar } from './import-bar';
import { EarlierQuoteRow, EarlierViewRow } from './earlier-data-rows';
import type { useImport } from './use-import';
import { dateTimeParts } from '@/lib/shared/locale';

type ImportChoiceProps = {
  earlierData: EarlierData;
  /** Ids of the selected quotes and saved views. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  work: ReturnType<typeof useImport>;
};

/** Lists of the quotes and saved views that can be imported, and below them the buttons for the selected ones. */
export function ImportChoice({ earlierData, chosen, onChoose, work }: ImportChoiceProps) {
  const t = useTranslations('earlierData');
  const format = useFormatter();
  const cannotSend = useMissingScopes('orders:create').length > 0;
  const cannotRead = useMissingScopes('orders:read').length > 0;
  const { quotes, views, hasMore, until } = earlierData;
  const set = (ids: string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids)
      if (isChosen) next.add(id);
      else next.delete(id);
    onChoose(next);
  };
  const all = (rows: { id: string }[], label: string) => {
    const ids = rows.map(({ id }) => id);
    const count = ids.filter((id) => chosen.has(id)).length;
    return (
      <Checkbox
        label={label}
        checked={count === ids.length}
        mixed={count > 0 && count < ids.length}
        onChange={({ currentTarget }) => set(ids, currentTarget.checked)}
      />
    );
  };
  const only = (rows: { id: string }[]) => rows.map(({ id }) => id).filter((id) => chosen.has(id));
  const untilText = until && format.dateTime(new Date(until), dateTimeParts);
  return (
    <>
      {untilText && <p className="text-sm">{t('until', { until: untilText })}</p>}
      {quotes.length > 0 && (
        <Card title={t('quotes.title')} aside={all(quotes, t('all'))}>
          <ul aria-label={t('quotes.title')} className="flex flex-col divide-y divide-line">
            {quotes.map((quote) => (
              <EarlierQuoteRow key={quote.id} quote={quote} isChosen={chosen.has(quote.id)} onSet={set} />
            ))}
          </ul>
          <p className="mt-2 text-xs text-ink-soft">{t('quotes.hint')}</p>
          {cannotSend && <MissingScope>{t('quotes.noScope')}</MissingScope>}
        </Card>
      )}
      {views.length > 0 && (
        <Card title={t('views.title')} aside={all(views, t('all'))}>
          <ul aria-label={t('views.title')} className="flex flex-col divide-y divide-line">
            {views.map((view) => (
              <EarlierViewRow key={view.id} view={view} isChosen={chosen.has(view.id)} onSet={set} />
            ))}
          </ul>
          {cannotRead && <MissingScope>{t('views.noScope')}</MissingScope>}
        </Card>
      )}
      {hasMore && <p className="text-sm text-ink-soft">{t('more')}</p>}
      <ImportBar chosen={{ quotes: only(quotes), views: only(views) }} until={untilText} work={work} />
    </>
  );
}
