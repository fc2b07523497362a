'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Checkbox } from '@/components/ui/form/checkbox';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { Field, FieldError } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { MoneyInput } from '@/components/ui/form/money-input';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useCopiedInput } from '@/components/ui/form/use-copied-input';
import { MoneyText } from '@/components/ui/text/money-text';
import type { PostingLine } from '@/lib/cash/cash-commands';
import type { CarrierView, CashOrderItem } from '@/lib/cash/cash-view';
import type { Money } from '@/lib/shared/numbers/money';
import { CashProblem } from './cash-problem';
import { type PostingSubject, postingOrdersOptions } from './cash-queries';
import {
  currentAmounts,
  draftLine,
  type DraftLine,
  emptyPosting,
  followSuggestions,
  type PostingChoice,
  type PostingInput,
  restorePosting,
} from './posting-draft';
import { type CashActions, useCashWrite } from './use-cash-write';

type PostDialogProps = {
  installId: string;
  subject: PostingSubject;
  carriers: readonly CarrierView[];
  post: CashActions['post'];
  onClose: () => void;
};

type Lines = { note: string; lines: (Omit<PostingLine, 'orderId'> & { orderId: string })[] };

const noteMax = 500;

/** Form that records what happened to the cash of the chosen orders, as one posting. */
export function PostDialog({ installId, subject, carriers, post, onClose }: PostDialogProps) {
  const t = useTranslations('cash.post');
  const of = useTranslations('cash.balances');
  const name = nameOfSubject(subject, carriers);
  const read = useQuery(postingOrdersOptions(installId, subject));
  const orders = read.data?.orders ?? null;
  // The fee of the carrier is fixed when the form opens. A later change of the carrier's fee does not change the form.
  const [fee] = useState(() => feeOfSubject(subject, carriers));
  const copy = useCopiedInput<PostingInput>(postingCopyKey(installId, subject), restorePosting);
  const input = copy.value ?? emptyPosting;
  const { kind, note, keepsFee } = input;
  const typed = copy.isRestored ? currentAmounts(input, orders ?? []) : input.amounts;
  const change = (part: Partial<PostingInput>) =>
    copy.change((now) => ({ ...(now ?? emptyPosting), ...part }));
  const [isTried, setIsTried] = useState(false);
  const choice: PostingChoice = { kind, fee: keepsFee ? fee : null };
  // Before the orders are read, nothing is known about their suggestions, so the typed amounts stay as they are.
  const withoutSuggested = () => (orders ? followSuggestions(orders, typed, choice) : input.amounts);
  const end = () => {
    copy.forget();
    onClose();
  };
  const write = useCashWrite<Lines, Awaited<ReturnType<typeof post>>>(post, installId, end, (code) => {
    if (code !== 'lines_refused') return;
    change({ amounts: withoutSuggested() });
    void read.refetch();
  });
  const isLocked = write.sending || write.isOutcomeUnknown;
  const chosen = (orders ?? []).flatMap((order) => draftLine(order, typed, choice) ?? []);
  const noteMissing = kind === 'written_off' && note.trim() === '';
  const submit = () => {
    // While the outcome is unknown, a press sends exactly the same posting again. The reason is that the server refuses
    // a posting with the same id and other lines.
    if (write.isOutcomeUnknown && write.input) return void write.send(write.input);
    setIsTried(true);
    if (chosen.length === 0 || noteMissing || chosen.some(({ problem }) => problem)) return;
    void write.send({ note: note.trim(), lines: chosen.flatMap((line) => linesOf(line, kind)) });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={name ? of('of', { action: t('title'), name }) : t('title')}
      description={t('body')}
      cancel={t('cancel')}
      onCancel={end}
      submit={t('confirm')}
      disabled={orders === null || orders.length === 0}
      pending={write.sending || read.isRefetching}
      onSubmit={submit}
    >
      <fieldset disabled={isLocked} className="contents">
        <ChoiceCards
          label={t('kind')}
          value={kind}
          onChange={(value) => change({ amounts: withoutSuggested(), kind: value })}
          choices={[
            { value: 'remitted', title: t('remitted'), detail: t('remittedHint') },
            { value: 'written_off', title: t('written_off'), detail: t('writtenOffHint') },
          ]}
        />
        {fee && kind === 'remitted' && (
          <Checkbox
            label={t.rich('fee', { amount: () => <MoneyText key="amount" money={fee} /> })}
            checked={keepsFee}
            onChange={({ target }) => change({ amounts: withoutSuggested(), keepsFee: target.checked })}
          />
        )}
        {orders === null ? (
          read.isError ? (
            <ReadProblem error={read.error} onRetry={() => void read.refetch()} />
          ) : (
            <p role="status">{t('loading')}</p>
          )
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {orders.map((one) => (
              <OrderLine
                key={one.orderId}
                order={one}
                line={chosen.find(({ order }) => order === one) ?? null}
                isTried={isTried}
                onText={(text) =>
                  change({
                    amounts: { ...typed, [one.orderId]: text },
                    opens: { ...input.opens, [one.orderId]: one.open.amount_minor },
                  })
                }
              />
            ))}
          </ul>
        )}
        {orders?.length === 0 && <p>{t('none')}</p>}
        {orders && read.data?.next && (
          <p className="text-xs text-ink-soft">{t('only', { count: orders.length })}</p>
        )}
        {isTried && orders !== null && chosen.length === 0 && <FieldError>{t('nothing')}</FieldError>}
        <Sums lines={chosen} />
        <Field
          label={kind === 'written_off' ? t('note') : t('noteOptional')}
          aside={kind === 'written_off' ? undefined : t('optional')}
          hint={t('noteHint')}
          error={isTried && noteMissing ? t('noteMissing') : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              maxLength={noteMax}
              value={note}
              onChange={(event) => change({ note: event.target.value })}
            />
          )}
        </Field>
      </fieldset>
      {!write.sending && <CashProblem outcome={write.outcome} />}
    </FormDialog>
  );
}

function postingCopyKey(installId: string, subject: PostingSubject): string {
  if ('order' in subject) return `daftar.posting.1.${installId}.${subject.order.orderId}`;
  const { carrierId, currency, state } = subject;
  const id = [carrierId, currency, ...(state ? [state] : [])].join('.');
  return `daftar.posting.1.${installId}.${id}`;
}

/** Returns the name of the carrier whose cash the form records; null if no carrier is known. */
function nameOfSubject(subject: PostingSubject, carriers: readonly CarrierView[]): string | null {
  if ('order' in subject) return subject.order.carrierName;
  return carriers.find(({ id }) => id === subject.carrierId)?.name ?? null;
}

/** Returns the fee of the carrier whose cash the form records; null if the fee is in another currency than the form. */
function feeOfSubject(subject: PostingSubject, carriers: readonly CarrierView[]): Money | null {
  const { carrierId, currency } =
    'order' in subject
      ? { carrierId: subject.order.carrierId, currency: subject.order.open.currency }
      : subject;
  const fee = carriers.find(({ id }) => id === carrierId)?.fee;
  return fee?.currency === currency ? fee : null;
}

/** Returns the lines that the posting has for one order: the order's amount, and the fee that the carrier kept. */
function linesOf(
  { order: { orderId, open }, amountMinor, feeMinor }: DraftLine,
  kind: PostingChoice['kind'],
): Lines['lines'] {
  const { currency, decimals, amount_minor: openMinor } = open;
  const line = { orderId, currency, decimals, openMinor };
  return [
    { ...line, kind, amountMinor: amountMinor ?? 0 },
    ...(feeMinor > 0 ? [{ ...line, kind: 'fee' as const, amountMinor: feeMinor }] : []),
  ];
}

type OrderLineProps = {
  order: CashOrderItem;
  /** The order's line in the posting; null if the user has not chosen the order. */
  line: DraftLine | null;
  /** True if the user has tried to send the form. Problems are shown only after that. */
  isTried: boolean;
  /**
   * Receives the typed amount of the order. Null means that the user has not chosen the order. Undefined means that the
   * order is chosen with the suggested amount.
   */
  onText: (text: string | null | undefined) => void;
};

function OrderLine({ order: { number, open }, line, isTried, onText }: OrderLineProps) {
  const t = useTranslations('cash.post');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <Checkbox
        label={<bdi>{t('choose', { number })}</bdi>}
        detail={t.rich('open', { amount: () => <MoneyText key="amount" money={open} /> })}
        checked={line !== null}
        onChange={(event) => onText(event.target.checked ? undefined : null)}
      />
      {line && (
        <Field
          label={t('amount', { number })}
          labelHidden
          error={isTried && line.problem ? t(line.problem) : undefined}
          className="w-44"
        >
          {(control) => (
            <MoneyInput
              {...control}
              currency={{ code: open.currency, decimals: open.decimals }}
              value={line.text}
              onChange={(event) => onText(event.target.value)}
            />
          )}
        </Field>
      )}
    </li>
  );
}

/** Shows the sum of the chosen amounts and the sum of the fees. All amounts of the form have the same currency. */
function Sums({ lines }: { lines: readonly DraftLine[] }) {
  const t = useTranslations('cash.post');
  const [first] = lines;
  if (!first) return null;
  const money = (minorOf: (line: DraftLine) => number): Money => ({
    ...first.order.open,
    amount_minor: lines.reduce((sum, line) => sum + minorOf(line), 0),
  });
  const fees = money(({ feeMinor }) => feeMinor);
  return (
    <p role="status" className="flex flex-wrap gap-x-3 font-semibold">
      <span>
        {t.rich('sum', {
          amounts: () => <MoneyText key="amounts" money={money(({ amountMinor }) => amountMinor ?? 0)} />,
        })}
      </span>
      {fees.amount_minor > 0 && (
        <span>{t.rich('sumFee', { amount: () => <MoneyText key="amount" money={fees} /> })}</span>
      )}
    </p>
  );
}
