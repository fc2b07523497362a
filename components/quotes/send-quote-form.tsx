'use client';

import { useNow, useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { DayInWords } from '@/components/ui/text/day-in-words';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { useMissingScopes } from '@/components/ui/scopes-context';
import type { NoAnswer } from '@/components/ui/use-operation';
import type { SendQuoteCommand } from '@/lib/quotes/quote-commands';
import { dayInDays } from '@/lib/quotes/acceptance/days-left';
import { isWholeDay } from '@/lib/shared/store-day';
import { parsePermille, percentText, type PairRate } from '@/lib/shared/numbers/pair-rate';
import { RateText } from '@/components/quotes/rate/rate-text';
import { OpenQuotesWarning } from './open-quotes-warning';
import { QuoteWriteProblem } from '@/components/quotes/detail/quote-write-problem';
import type { SendQuoteActions, SendQuoteOutcome } from './send-quote-actions';

type SendQuoteFormProps = {
  installId: string;
  quoteId: string;
  phone: string;
  findOpen: SendQuoteActions['findOpen'];
  sending: boolean;
  /** Outcome of the last attempt to send the quote. It is hidden while the quote is being sent. */
  outcome: SendQuoteOutcome | NoAnswer | null;
  /**
   * The store's exchange rate on which the prices depend, with the suggested rate limit (how far the rate may move).
   * Null if the store has no rate for this quote.
   */
  rate: QuoteRate | null;
  onSend: (input: SentInput) => void;
  onClose: () => void;
};

/** Values that the user enters in this form and that are added to the quote. */
type SentInput = Pick<z.input<typeof SendQuoteCommand>, 'validUntil' | 'ratePermille' | 'rateSeen'>;

/**
 * An exchange rate of the store. `limitPermille` is the rate limit (how far the rate may move) that the form suggests,
 * in thousandths; null if it suggests no limit.
 */
export type QuoteRate = PairRate & { limitPermille: number | null };

const presetDays = [1, 3, 7, 14];
const defaultDays = 7;

/** First step of sending a quote: the last day on which the quote is valid, and the warnings and problems. */
export function SendQuoteForm({ installId, onSend, ...props }: SendQuoteFormProps) {
  const t = useTranslations('quotes.send');
  const timeZone = useTimeZone() ?? 'UTC';
  const now = useNow();
  const [validUntil, setValidUntil] = useState(() => dayInDays(now, defaultDays, timeZone));
  // The form sends the rate that it showed when it opened, even if the page was read again in the meantime.
  const [rate] = useState(props.rate);
  const [limit, setLimit] = useState(rate?.limitPermille ? percentText(rate.limitPermille) : '');
  const [isTried, setTried] = useState(false);
  const permille = rate ? parsePermille(limit) : null;
  const send = () => {
    setTried(true);
    if (permille === undefined) return;
    const rateSeen = rate && { one: rate.one, other: rate.other, rate: rate.rate };
    onSend({ validUntil, ratePermille: permille, rateSeen });
  };
  const isOff = useMissingScopes('orders:create').length > 0;
  const outcome = props.sending ? null : props.outcome;
  const dayProblem = problemOfDay(outcome);
  // This form has texts of its own for the outcomes `stale` (the quote was changed in the meantime) and `not_open` (the
  // quote can no longer be sent). The usual texts refer to the new state of the quote, which this form does not show.
  const isOvertaken =
    outcome?.code === 'refused' && (outcome.reason === 'stale' || outcome.reason === 'not_open');
  return (
    <FormDialog
      onClose={props.onClose}
      title={t('title')}
      description={t('next')}
      cancel={t('back')}
      submit={t('send')}
      pending={props.sending}
      onSubmit={() => {
        if (!isOff) send();
      }}
    >
      <OpenQuotesWarning
        installId={installId}
        phone={props.phone}
        except={props.quoteId}
        find={props.findOpen}
      />
      <Field
        label={t('validUntil')}
        hint={
          isWholeDay(validUntil)
            ? t.rich('validUntilDay', { day: () => <DayInWords key="day" day={validUntil} /> })
            : t('validUntilHint')
        }
        error={dayProblem ? t(`day.${dayProblem}`) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="date"
            required
            className="max-w-56"
            min={dayInDays(now, 0, timeZone)}
            value={validUntil}
            onChange={(event) => setValidUntil(event.target.value)}
          />
        )}
      </Field>
      <div role="group" aria-label={t('presets')} className="flex flex-wrap gap-2">
        {presetDays.map((days) => {
          const day = dayInDays(now, days, timeZone);
          return (
            <Button
              key={days}
              variant={day === validUntil ? 'chosen' : 'secondary'}
              aria-pressed={day === validUntil}
              onClick={() => setValidUntil(day)}
            >
              {t('days', { count: days })}
            </Button>
          );
        })}
      </div>
      {rate && (
        <Field
          label={t('rateLimit')}
          hint={t.rich('rateLimitHint', { rate: () => <RateText key="rate" rate={rate} /> })}
          error={isTried && permille === undefined ? t('rateLimitWrong') : undefined}
        >
          {(control) => (
            <Input
              {...control}
              code
              inputMode="decimal"
              className="max-w-28"
              value={limit}
              onChange={(event) => setLimit(event.target.value)}
            />
          )}
        </Field>
      )}
      {isOff && <MissingScope>{t('noScope')}</MissingScope>}
      {outcome?.code === 'invalid' && !dayProblem && (
        <OutcomeNote code="invalid" isOutcomeUnknown={false}>
          <p>{t('invalid')}</p>
        </OutcomeNote>
      )}
      {isOvertaken && (
        <OutcomeNote code="refused" isOutcomeUnknown={false}>
          <p>{t('overtaken')}</p>
        </OutcomeNote>
      )}
      {outcome && outcome.code !== 'invalid' && !dayProblem && !isOvertaken && (
        <QuoteWriteProblem outcome={outcome} again={send} />
      )}
    </FormDialog>
  );
}

/** Returns the problem of the date field; null if there is no problem or if the problem belongs to another field. */
function problemOfDay(
  outcome: SendQuoteOutcome | NoAnswer | null,
): 'in_the_past' | 'too_far' | 'unread' | null {
  if (outcome?.code === 'invalid')
    return outcome.fields.some(({ path }) => path === 'validUntil') ? 'unread' : null;
  if (outcome?.code !== 'refused') return null;
  return outcome.reason === 'in_the_past' || outcome.reason === 'too_far' ? outcome.reason : null;
}
