'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { noteRole } from '@/components/ui/newest-role';
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

/** Server action that changes the store's rate of a pair of currencies. The page passes it in. */
export type SaveRate = ActionOf<typeof SetRateCommand, { code: SetRateOutcome['code'] | (string & {}) }>;

type RateDialogProps = {
  installId: string;
  /** The pairs of currencies of the store, at least one. */
  rates: [RateView, ...RateView[]];
  save: SaveRate;
  /** Called after the rate was saved, so that the caller reads it again. */
  onSaved: () => void;
  onClose: () => void;
};

/** Form with the store's rate of a pair of currencies, the step of new prices, and the limit of new quotes. */
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
  // The key begins a new form for each pair, so that no value of another pair stays.
  return (
    <PairForm key={chosen} pair={pair} {...props}>
      {choice}
    </PairForm>
  );
}

const keyOf = ({ one, other }: RateView) => `${one} ${other}`;

type PairFormProps = Omit<RateDialogProps, 'rates'> & { pair: RateView; children: React.ReactNode };

function PairForm({ installId, pair, save, onSaved, onClose, children }: PairFormProps) {
  const t = useTranslations('quotes.rate');
  const locale = useLocale();
  const toast = useToast();
  const [rate, setRate] = useState(pair.rate ? rateText(pair.rate, false) : '');
  const [step, setStep] = useState(plainAmount(pair.stepMinor, pair.decimals));
  const [limit, setLimit] = useState(pair.limitPermille === null ? '' : percentText(pair.limitPermille));
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const parsed = parseRate(rate, false);
  const stepAmount = parseAmount(step, pair.decimals);
  const isStep = stepAmount.ok && stepAmount.amountMinor > 0 && stepAmount.amountMinor <= 1_000_000_000;
  const limitPermille = parsePermille(limit);

  const submit = async () => {
    setTried(true);
    if (!parsed.ok || !stepAmount.ok || !isStep || limitPermille === undefined || isSaving) return;
    setSaving(true);
    const { one, other, changedAt: seenAt } = pair;
    const values = { rate: parsed.rate, stepMinor: stepAmount.amountMinor, limitPermille };
    const outcome = await save({ installId, one, other, seenAt, ...values }).catch(() => ({
      code: 'no_answer',
    }));
    noteRole(outcome);
    setSaving(false);
    setProblem(outcome.code === 'saved' ? null : outcome.code);
    if (outcome.code === 'stale') onSaved();
    if (outcome.code !== 'saved') return;
    onSaved();
    onClose();
    toast({ text: t('saved') });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      description={t('body')}
      cancel={t('cancel')}
      submit={t('save')}
      pending={isSaving}
      onSubmit={() => void submit()}
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
            // A rate can have a fraction, whatever decimals the currency has.
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
      {problem !== null && !isSaving && (
        <OutcomeNote code={problem} isOutcomeUnknown={problem === 'no_answer'}>
          <p>{t(problem === 'stale' || problem === 'no_answer' ? `problem.${problem}` : 'problem.failed')}</p>
        </OutcomeNote>
      )}
    </FormDialog>
  );
}

/** When the rate was changed, and by whom. */
export function Changed({ pair: { changedBy }, at }: { pair: RateView; at: string }) {
  const t = useTranslations('quotes.rate');
  const time = () => <RelativeTime key="at" at={at} />;
  return changedBy === null
    ? t.rich('changed', { at: time })
    : t.rich('changedBy', { at: time, name: () => <bdi key="name">{changedBy}</bdi> });
}
