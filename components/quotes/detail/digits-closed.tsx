'use client';

import { LockKeyhole } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/feedback/toast';
import { useRight } from '@/components/ui/role-context';
import type { QuoteView } from '@/lib/quotes/quote-view';
import { QuoteWriteProblem } from './quote-write-problem';
import { type QuoteActionsOf, type QuoteTarget, useQuoteWrite } from './use-quote-write';

type DigitsClosedProps = { target: QuoteTarget; view: QuoteView; reopen: QuoteActionsOf['reopenDigits'] };

/**
 * Notice that the customer can no longer enter digits on the acceptance page. That page asks for the last digits of the
 * customer's phone, and too many wrong digits were entered. A button lets the customer try again.
 */
export function DigitsClosed({ target, view, reopen }: DigitsClosedProps) {
  const t = useTranslations('quotes.digitsClosed');
  const mayAgree = useRight('agree_prices');
  const toast = useToast();
  const write = useQuoteWrite<{ version: number }>(reopen, target, {
    onDone: () => toast({ text: t('reopened') }),
  });
  const press = () => void write.send(write.input ?? { version: view.version });
  return (
    <section
      aria-label={t('title')}
      className="flex gap-3 rounded-card border border-warn/30 bg-warn-soft px-4 py-3 text-sm"
    >
      <LockKeyhole aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <p className="font-bold text-warn">{t('title')}</p>
        <p>{t('body')}</p>
        {!write.sending && <QuoteWriteProblem outcome={write.outcome} again={press} />}
        <Button
          pending={write.sending || write.isOutcomeUnknown}
          disabled={!mayAgree}
          onClick={() => void write.send({ version: view.version })}
        >
          {t('reopen')}
        </Button>
        <p className="text-ink-soft">{t('next')}</p>
      </div>
    </section>
  );
}
