'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { installPath } from '@/lib/shared/install-path';
import { knownKey } from '@/lib/shared/known-key';
import type { Chosen, useImport } from './use-import';

type ImportOutcomeProps = { installId: string; work: ReturnType<typeof useImport> };

const problems = { no_answer: true, not_sent: true, signed_out: true, reconnect: true, not_found: true };

/** Result of the last press of Import or Decline: how much was imported, or why nothing was done. */
export function ImportOutcome({ installId, work }: ImportOutcomeProps) {
  const t = useTranslations('earlierData.outcome');
  const { last, importing, isBusy } = work;
  const outcome = last && work[last].outcome;
  if (isBusy || !outcome) return null;
  if (outcome.code !== 'succeeded') {
    const problem = knownKey(problems, outcome.code);
    return (
      <OutcomeNote code={outcome.code} isOutcomeUnknown={problem === 'no_answer'}>
        <p>{t(`problem.${problem ?? 'other'}`)}</p>
        {(problem === 'signed_out' || problem === 'reconnect') && (
          <Button onClick={() => window.location.reload()}>{t('reopen')}</Button>
        )}
      </OutcomeNote>
    );
  }
  if (last === 'ignoring' || !('result' in outcome) || !importing.input)
    return (
      <p role="status" className="text-sm text-ink-soft">
        {t('left')}
      </p>
    );
  const { quotes, views } = outcome.result;
  const missing = sizeOf(importing.input) - quotes - views;
  return (
    <Banner
      tone={missing > 0 ? 'warn' : 'good'}
      title={t('title')}
      actions={
        quotes > 0 && (
          <Button asChild>
            <Link href={installPath(installId, '/quotes')} prefetch={false}>
              {t('toQuotes')}
            </Link>
          </Button>
        )
      }
    >
      {quotes > 0 && <p>{t('quotes', { count: quotes })}</p>}
      {views > 0 && <p>{t('views', { count: views })}</p>}
      {missing > 0 && <p>{t('missing', { count: missing })}</p>}
    </Banner>
  );
}

const sizeOf = ({ quotes, views }: Chosen) => quotes.length + views.length;
