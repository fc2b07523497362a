'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState } from 'react';
import { CashProblem } from '@/components/cash/cash-problem';
import { type CashActions, useCashWrite } from '@/components/cash/use-cash-write';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CurrencyName } from '@/components/ui/text/currency-name';
import type { DayDrawer } from '@/lib/cash/day/day-commands';
import type { OpenDayFigures } from '@/lib/cash/day/day-view';
import { currencyKey } from '@/lib/shared/numbers/money';
import {
  checkDrawer,
  type DrawerDraft,
  type DrawerDrafts,
  drawerOf,
  emptyDraft,
  hasNoMovement,
  startDraft,
} from './day-draft';
import { DayFigureList } from './day-figures';
import { DrawerFields } from './drawer-fields';

type CloseFormProps = {
  installId: string;
  day: string;
  figures: readonly OpenDayFigures[];
  /** Version of the day's record that the form corrects; null if the form closes the day for the first time. */
  replaces: number | null;
  drafts: DrawerDrafts;
  onDrafts: (drafts: DrawerDrafts) => void;
  /** Called when the form sends the record of the day. The argument is the id of the record. */
  onSend: (id: string) => void;
  close: CashActions['closeDay'];
  onDone: () => void;
  /** Cancels the correction, and nothing is stored. Null if the form closes the day for the first time. */
  onCancel: (() => void) | null;
};

type CloseInput = { day: string; replaces: number | null; drawers: DayDrawer[] };

/** Form in which the user enters the counted cash of each currency and closes the day. */
export function CloseForm(props: CloseFormProps) {
  const { installId, day, figures, replaces, drafts, onDrafts, onSend, close, onDone, onCancel } = props;
  const t = useTranslations('cashDay.form');
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  const isTried = tries > 0;
  const write = useCashWrite<CloseInput, Awaited<ReturnType<typeof close>>>(close, installId, onDone);
  // The first currency is the store's own. It is always open, because the drawer can have cash from earlier days. A
  // currency stays folded when an order in it arrives. Otherwise its fields would be replaced while the user types.
  const [folded] = useState(() => figures.slice(1).filter(hasNoMovement).map(currencyKey));
  const isFolded = (one: OpenDayFigures) => folded.includes(currencyKey(one));
  const draftAt = (one: OpenDayFigures) =>
    drafts[currencyKey(one)] ?? (isFolded(one) ? startDraft(one) : emptyDraft);
  const submit = () => {
    // While the outcome is unknown, a press sends exactly the same record of the day again. The reason is that the
    // server refuses a record with the same id and other amounts.
    if (write.isOutcomeUnknown && write.input) return void write.send(write.input);
    setTries(tries + 1);
    const drawers = figures.flatMap((one) => drawerOf(one, draftAt(one)) ?? []);
    if (drawers.length === figures.length) {
      onSend(write.operationId);
      return void write.send({ day, replaces, drawers });
    }
    // The focus is moved after the next render, because only then do the invalid fields have the attribute
    // `aria-invalid`. The first invalid field gets the focus.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 0);
  };
  return (
    <form
      ref={form}
      noValidate
      data-close-form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset disabled={write.sending || write.isOutcomeUnknown} className="contents">
        {figures.map((one) => {
          const fields = (
            <div data-day-sum={one.currency} className="flex flex-col gap-3">
              <DayFigureList figures={one} />
              <DrawerFields
                figures={one}
                draft={draftAt(one)}
                isTried={isTried}
                onChange={(draft) => onDrafts({ ...drafts, [currencyKey(one)]: draft })}
              />
            </div>
          );
          return isFolded(one) ? (
            <FoldedCurrency key={currencyKey(one)} figures={one} draft={draftAt(one)} tries={tries}>
              {fields}
            </FoldedCurrency>
          ) : (
            <Card key={currencyKey(one)} title={<CurrencyName code={one.currency} />}>
              {fields}
            </Card>
          );
        })}
      </fieldset>
      {!write.sending && <CashProblem outcome={write.outcome} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={write.sending} className="max-sm:w-full">
          {t(replaces === null ? 'close' : 'correct')}
        </Button>
        {onCancel && !write.isOutcomeUnknown && (
          <Button className="max-sm:w-full" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
      <p className="text-xs text-ink-soft">{t('hint')}</p>
    </form>
  );
}

type FoldedCurrencyProps = {
  figures: OpenDayFigures;
  draft: DrawerDraft;
  /** Number of times that the user has tried to close the day in this form. */
  tries: number;
  children: ReactNode;
};

/**
 * The drawer of a currency without movement. It is closed at first, unless a record or the user has an amount for it.
 * It opens if the user tries to send a value that is not valid. Only the user closes it.
 */
function FoldedCurrency({ figures, draft, tries, children }: FoldedCurrencyProps) {
  const t = useTranslations('cashDay.form');
  const { countedMinor, differenceMinor, lines } = checkDrawer(figures, draft);
  const isZero = countedMinor === 0 && differenceMinor === 0 && lines.length === 0;
  const [isOpen, setOpen] = useState(!isZero);
  const [seenTries, setSeenTries] = useState(tries);
  if (tries !== seenTries) {
    setSeenTries(tries);
    if (drawerOf(figures, draft) === null) setOpen(true);
  }
  const name = () => <CurrencyName key="name" code={figures.currency} />;
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-no-movement={figures.currency}
      className="rounded-card border border-line bg-surface shadow-card"
    >
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 px-4 py-2 sm:px-5">
        <h2 className="text-base font-bold">
          {hasNoMovement(figures) ? t.rich('noMovement', { currency: name }) : name()}
        </h2>
        {isZero && <span className="text-sm text-ink-soft">{t('noMovementHint')}</span>}
      </summary>
      <div className="px-4 pb-3.5 sm:px-5">{children}</div>
    </details>
  );
}
