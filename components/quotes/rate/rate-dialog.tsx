'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { noteAnswer } from '@/components/ui/feedback/note-answer';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { MoneyInput } from '@/components/ui/form/money-input';
import { Select } from '@/components/ui/form/select';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { useToast } from '@/components/ui/feedback/toast';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import type { SetRateCommand } from '@/lib/quotes/rate/rate-commands';
import type { RateView, SetRateOutcome } from '@/lib/quotes/rate/rate-view';
import type { ActionOf } from '@/lib/shared/action-of';
import { groupedDigits, parseRate, rateText } from '@/lib/shared/numbers/exchange-rate';
import { parseAmount, plainAmount } from '@/lib/shared/numbers/money';
import { parsePermille, percentText } from '@/lib/shared/numbers/pair-rate';
import { quotesKeys } from '@/lib/shared/read-keys';
import { RateText } from './rate-text';

/** Server action that changes the store's rate of a pair of currencies. The page passes it in. */
export type SaveRate = ActionOf<typeof SetRateCommand, { code: SetRateOutcome['code'] | (string & {}) }>;

type RateDialogProps = {
  installId: string;
  /** The pairs of currencies of the store, at least one. */
  rates: [RateView, ...RateView[]];
  save: SaveRate;
  /**
   * Called when `rates` are outdated, so that the caller reads the rates again. The caller need not read the quotes
   * again, because the dialog does that.
   */
  onChanged?: () => void;
  onClose: () => void;
};

/**
 * Form for a pair of currencies. It has the store's rate, the step to which new prices are rounded, and the rate limit
 * of new quotes. The rate limit is how far the rate may move before a quote is no longer valid.
 */
export function RateDialog({ rates, ...props }: RateDialogProps) {
  const t = useTranslations('quotes.rate');
  const [chosen, setChosen] = useState(keyOf(rates[0]));
  const pair = rates.find((one) => keyOf(one) === chosen) ?? rates[0];
  const choice = rates.length > 1 && (
    <Field label={t('pair')}>
      {(control) => (
        <Select {...control} value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {rates.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {`${one.one} / ${one.other}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
  // The key gives each pair of currencies a form of its own, so that no value of another pair stays in the form.
  return (
    <PairForm key={chosen} pair={pair} {...props}>
      {choice}
    </PairForm>
  );
}

const keyOf = ({ one, other }: RateView) => `${one} ${other}`;

type PairFormProps = Omit<RateDialogProps, 'rates'> & { pair: RateView; children: React.ReactNode };

function PairForm({ installId, pair, save, onChanged, onClose, children }: PairFormProps) {
  const t = useTranslations('quotes.rate');
  const locale = useLocale();
  const toast = useToast();
  const client = useQueryClient();
  // `seenAt` is the time of the rate with which the form was opened. The fields keep that rate when `pair` is read
  // again, so `seenAt` must not change either. With a newer time, a second press after the outcome `stale` would
  // overwrite a rate that the user has not seen.
  const [seenAt] = useState(pair.changedAt);
  const [rate, setRate] = useState(pair.rate ? rateText(pair.rate, false) : '');
  const [step, setStep] = useState(plainAmount(pair.stepMinor, pair.decimals));
  const [limit, setLimit] = useState(pair.limitPermille === null ? '' : percentText(pair.limitPermille));
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const parsed = parseRate(rate, false);
  const stepAmount = parseAmount(step, pair.decimals);
  const isStep = stepAmount.ok && stepAmount.amountMinor > 0 && stepAmount.amountMinor <= 1_000_000_000;
  const limitPermille = parsePermille(limit);

  const post = async (
    values: Pick<SetRateCommand, 'rate' | 'stepMinor' | 'limitPermille'>,
    savedText: string,
  ): Promise<void> => {
    if (isSaving) return;
    setSaving(true);
    const { one, other } = pair;
    const outcome = await save({ installId, one, other, seenAt, ...values }).catch(() => ({
      code: 'no_answer',
    }));
    noteAnswer(outcome);
    setSaving(false);
    setProblem(outcome.code === 'saved' ? null : outcome.code);
    if (outcome.code !== 'saved' && outcome.code !== 'stale') return;
    // A new rate can change which quotes can be accepted, so the quotes are read again.
    void client.invalidateQueries({ queryKey: quotesKeys.all(installId) });
    onChanged?.();
    if (outcome.code === 'stale') return;
    onClose();
    toast({ text: savedText });
  };
  const submit = () => {
    setTried(true);
    if (!parsed.ok || !stepAmount.ok || !isStep || limitPermille === undefined) return;
    void post({ rate: parsed.rate, stepMinor: stepAmount.amountMinor, limitPermille }, t('saved'));
  };
  const remove = () =>
    void post({ rate: null, stepMinor: pair.stepMinor, limitPermille: null }, t('remove.done'));
  const note = problem !== null && !isSaving && (
    <OutcomeNote code={problem} isOutcomeUnknown={problem === 'no_answer'}>
      <p>{t(problem === 'stale' || problem === 'no_answer' ? `problem.${problem}` : 'problem.failed')}</p>
    </OutcomeNote>
  );
  return (
    <FormDialog
      onClose={onClose}
      title={t(isRemoving ? 'remove.title' : 'title')}
      description={isRemoving ? undefined : t('body')}
      cancel={t('cancel')}
      submit={t('save')}
      pending={isSaving}
      onSubmit={submit}
      next={
        isRemoving
          ? {
              actions: (
                <>
                  <Button disabled={isSaving} onClick={() => setRemoving(false)}>
                    {t('remove.back')}
                  </Button>
                  <Button variant="danger" pending={isSaving} onClick={remove}>
                    {t('remove.confirm')}
                  </Button>
                </>
              ),
              content: (
                <div className="flex flex-col gap-3 pb-2 text-sm">
                  <p className="font-semibold">
                    {pair.rate && <RateText rate={{ ...pair, rate: pair.rate }} />}
                  </p>
                  <p>{t('remove.body')}</p>
                  {note}
                </div>
              ),
            }
          : null
      }
    >
      {children}
      <Field
        label={t.rich('label', {
          one: () => <bdi key="one">{`${groupedDigits('1', locale)} ${pair.one}`}</bdi>,
        })}
        error={isTried && !parsed.ok ? t('rateWrong') : undefined}
        hint={pair.changedAt && <Changed pair={pair} at={pair.changedAt} />}
      >
        {(control) => (
          <MoneyInput
            {...control}
            // A rate can have a fraction, even if the currency has no decimals.
            currency={{ code: pair.other, decimals: 2 }}
            value={rate}
            onChange={({ target }) => setRate(target.value)}
          />
        )}
      </Field>
      <Field label={t('step')} hint={t('stepHint')} error={isTried && !isStep ? t('stepWrong') : undefined}>
        {(control) => (
          <MoneyInput
            {...control}
            currency={{ code: pair.other, decimals: pair.decimals }}
            value={step}
            onChange={({ target }) => setStep(target.value)}
          />
        )}
      </Field>
      <Field
        label={t('limit')}
        hint={t('limitHint')}
        error={isTried && limitPermille === undefined ? t('limitWrong') : undefined}
      >
        {(control) => (
          <Input
            {...control}
            code
            inputMode="decimal"
            className="max-w-28"
            value={limit}
            onChange={({ target }) => setLimit(target.value)}
          />
        )}
      </Field>
      {!isRemoving && note}
      {pair.rate && (
        <Button className="self-start" onClick={() => setRemoving(true)}>
          {t('remove.open')}
        </Button>
      )}
    </FormDialog>
  );
}

/** Text about when the store's rate was changed, and by whom. */
export function Changed({ pair: { changedBy }, at }: { pair: RateView; at: string }) {
  const t = useTranslations('quotes.rate');
  const time = () => <RelativeTime key="at" at={at} />;
  return changedBy === null
    ? t.rich('changed', { at: time })
    : t.rich('changedBy', { at: time, name: () => <bdi key="name">{changedBy}</bdi> });
}
