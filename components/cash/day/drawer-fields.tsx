'use client';

import { Plus, X } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { Field } from '@/components/ui/form/field';
import { Input, TextArea } from '@/components/ui/form/input';
import { MoneyInput } from '@/components/ui/form/money-input';
import { MoneyText } from '@/components/ui/text/money-text';
import { dayMax } from '@/lib/cash/day/day-limits';
import type { OpenDayFigures } from '@/lib/cash/day/day-view';
import { DayDifference } from './day-difference';
import { checkDrawer, type DrawerDraft, type LineDraft } from './day-draft';
import { dayDate, dayParts } from '@/lib/shared/store-day';

type DrawerFieldsProps = {
  figures: OpenDayFigures;
  draft: DrawerDraft;
  /** True if the user has tried to send the form. Problems are shown only after that. */
  isTried: boolean;
  onChange: (draft: DrawerDraft) => void;
};

/**
 * Fields for the cash count of one currency: opening amount, other money, counted cash, difference and the reason for
 * the difference. Other money is cash that was put in or taken out.
 */
export function DrawerFields({ figures, draft, isTried, onChange }: DrawerFieldsProps) {
  const t = useTranslations('cashDay');
  const format = useFormatter();
  const { currency: code, decimals, opening } = figures;
  const currency = { code, decimals };
  const { problems, expectedMinor, differenceMinor } = checkDrawer(figures, draft);
  const money = (amount_minor: number) => ({ amount_minor, currency: code, decimals });
  const errorOf = (isWrong: boolean, text: string) => (isTried && isWrong ? text : undefined);
  const hasDifference = differenceMinor !== null && differenceMinor !== 0;
  return (
    <div className="flex flex-col gap-3 rounded-control bg-sunken p-3">
      <h3 className="text-sm font-bold">{t('drawer')}</h3>
      {opening ? (
        <p className="flex flex-wrap justify-between gap-x-4 text-sm">
          <span>{t('form.openingOf', { day: format.dateTime(dayDate(opening.day), dayParts) })}</span>
          <MoneyText money={opening.money} className="font-semibold" />
        </p>
      ) : (
        <Field
          label={t('part.opening')}
          hint={t('form.openingHint')}
          error={errorOf(problems.opening, t('form.openingMissing'))}
        >
          {(control) => (
            <MoneyInput
              {...control}
              currency={currency}
              value={draft.opening}
              onChange={(event) => onChange({ ...draft, opening: event.target.value })}
            />
          )}
        </Field>
      )}
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{t('part.remitted')}</span>
        <MoneyText money={figures.remitted} className="font-semibold" />
      </p>
      {draft.lines.map((line, index) => (
        <OtherLine
          key={line.id}
          line={line}
          number={index + 1}
          currency={currency}
          labelError={errorOf(problems.labels.includes(line.id), t('other.labelMissing'))}
          amountError={errorOf(problems.amounts.includes(line.id), t('other.amountMissing'))}
          onChange={(next) =>
            onChange({ ...draft, lines: draft.lines.map((one) => (one.id === line.id ? next : one)) })
          }
          onRemove={() => onChange({ ...draft, lines: draft.lines.filter((one) => one.id !== line.id) })}
        />
      ))}
      {draft.lines.length < dayMax.lines && (
        <Button className="self-start" onClick={() => onChange({ ...draft, lines: withLine(draft.lines) })}>
          <Plus aria-hidden className="size-4" />
          {t('other.add')}
        </Button>
      )}
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-2 text-sm font-bold">
        <span>{t('part.expected')}</span>
        {expectedMinor === null ? (
          <span className="font-normal text-ink-soft">
            {t(problems.opening ? 'form.openingFirst' : 'form.amountsFirst')}
          </span>
        ) : (
          <MoneyText money={money(expectedMinor)} />
        )}
      </p>
      <Field
        label={t('part.counted')}
        hint={t('form.countedHint')}
        error={errorOf(problems.counted, t('form.countedMissing'))}
      >
        {(control) => (
          <MoneyInput
            {...control}
            currency={currency}
            value={draft.counted}
            onChange={(event) => onChange({ ...draft, counted: event.target.value })}
          />
        )}
      </Field>
      <p role="status" className="text-sm empty:hidden">
        {differenceMinor !== null && <DayDifference difference={money(differenceMinor)} />}
      </p>
      {hasDifference && (
        <Field
          label={t('form.reason')}
          hint={t('form.reasonHint')}
          error={errorOf(problems.reason, t('form.reasonMissing'))}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              maxLength={dayMax.reasonLength}
              value={draft.reason}
              onChange={(event) => onChange({ ...draft, reason: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

function withLine(lines: readonly LineDraft[]): LineDraft[] {
  const id = Math.max(0, ...lines.map((line) => line.id)) + 1;
  return [...lines, { id, label: '', amount: '', isOut: true }];
}

type OtherLineProps = {
  line: LineDraft;
  number: number;
  currency: { code: string; decimals: number };
  labelError: string | undefined;
  amountError: string | undefined;
  onChange: (line: LineDraft) => void;
  onRemove: () => void;
};

/**
 * Input for one line of other money (cash put into or taken out of the drawer): the direction, the reason and the
 * amount.
 */
function OtherLine({ line, number, currency, labelError, amountError, onChange, onRemove }: OtherLineProps) {
  const t = useTranslations('cashDay.other');
  return (
    <div
      role="group"
      aria-label={t('line', { number })}
      className="flex flex-col gap-2 border-t border-line pt-2"
    >
      <ChoiceCards
        label={t('direction')}
        value={line.isOut ? 'out' : 'in'}
        onChange={(value) => onChange({ ...line, isOut: value === 'out' })}
        className="grid-cols-2"
        choices={[
          { value: 'out', title: t('out') },
          { value: 'in', title: t('in') },
        ]}
      />
      <Field label={t('label')} error={labelError}>
        {(control) => (
          <Input
            {...control}
            maxLength={dayMax.labelLength}
            value={line.label}
            onChange={(event) => onChange({ ...line, label: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('amount')} error={amountError}>
        {(control) => (
          <MoneyInput
            {...control}
            currency={currency}
            value={line.amount}
            onChange={(event) => onChange({ ...line, amount: event.target.value })}
          />
        )}
      </Field>
      <Button variant="quiet" className="self-start" onClick={onRemove}>
        <X aria-hidden className="size-4" />
        {t('remove', { number })}
      </Button>
    </div>
  );
}
