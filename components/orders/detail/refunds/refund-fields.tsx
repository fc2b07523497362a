'use client';

import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/form/checkbox';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { Field, FieldError } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { MoneyInput } from '@/components/ui/form/money-input';
import { MoneyText } from '@/components/ui/text/money-text';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { type RefundDraft, refundableLines, typedTotalMinor } from '@/lib/orders/order/refund/refund-draft';
import { type RefundableOrder, refundableMinor } from '@/lib/orders/order/refund/refund-limit';
import { plainAmount } from '@/lib/shared/numbers/money';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { useRefund } from './refund-form';
import { RefundLine } from './refund-line';
import { useRefundProblemText } from './use-refund-problem-text';

/** Fields of the refund form: refund by lines or by amount, the reason, the sum and its maximum. */
export function RefundFields({ order }: { order: RefundableOrder }) {
  const t = useTranslations('refund.sheet');
  const problemText = useRefundProblemText();
  const { register, setValue, watch, formState } = useRefund();
  const draft = watch();
  const { currency: code, decimals } = order.paid;
  const { errors } = formState;
  const money = { currency: { code, decimals }, placeholder: plainAmount(0, decimals) };
  return (
    <>
      <ChoiceCards<RefundDraft['by']>
        label={t('by')}
        value={draft.by}
        onChange={(by) => setValue('by', by, { shouldDirty: true })}
        choices={[
          { value: 'lines', title: t('byLines') },
          { value: 'amount', title: t('byAmount') },
        ]}
        className="grid-cols-2"
      />
      {draft.by === 'lines' ? (
        <>
          <ul className="divide-y divide-line border-y border-line">
            {refundableLines(order).map((line, index) => (
              <RefundLine key={line.item.id} index={index} line={line} />
            ))}
          </ul>
          <Field
            label={t('other')}
            hint={t('otherHint')}
            aside={t('optional')}
            error={problemText(errors.other)}
          >
            {(input) => <MoneyInput {...input} {...register('other')} {...money} />}
          </Field>
        </>
      ) : (
        <Field label={t('amount')} error={problemText(errors.amount)}>
          {(input) => <MoneyInput {...input} {...register('amount')} {...money} />}
        </Field>
      )}
      <RefundSum order={order} draft={draft} />
      <Field label={t('reason')} aside={t('optional')} error={problemText(errors.reason)}>
        {(input) => <TextArea rows={2} {...input} {...register('reason')} />}
      </Field>
      {draft.by === 'lines' && <Restock order={order} draft={draft} />}
    </>
  );
}

type PartProps = { order: RefundableOrder; draft: RefundDraft };

/**
 * Sum of the refund, updated as the user types. A sum above the maximum is reported before the user presses a button.
 */
function RefundSum({ order, draft }: PartProps) {
  const t = useTranslations('refund.sheet');
  const problemText = useRefundProblemText();
  const { errors } = useRefund().formState;
  const money = (amount_minor: number) => <MoneyText money={{ ...order.paid, amount_minor }} />;
  const totalMinor = typedTotalMinor(draft, order.paid.decimals);
  const maxMinor = refundableMinor(order);
  const isOver = totalMinor > maxMinor;
  const problem = isOver ? { type: 'over_max' } : draft.by === 'lines' ? errors.root : undefined;
  return (
    <div className="flex flex-col gap-1 rounded-control bg-sunken px-3 py-2 text-sm">
      <p className="flex justify-between gap-3 text-base font-bold">
        <span>{t('sum')}</span>
        {money(totalMinor)}
      </p>
      <p className="flex justify-between gap-3 text-ink-soft">
        <span>{t('max')}</span>
        {money(maxMinor)}
      </p>
      <div role="alert" className="empty:hidden">
        {problem && !(isOver && errors.amount && draft.by === 'amount') && (
          <FieldError>{problemText(problem)}</FieldError>
        )}
      </div>
    </div>
  );
}

function Restock({ order, draft }: PartProps) {
  const t = useTranslations('refund.sheet');
  const { setValue } = useRefund();
  const isForbidden = useMissingScopes('inventory:write').length > 0;
  const hasPieces = refundableLines(order).some(
    ({ byAmount }, index) => !byAmount && !['', '0'].includes(draft.lines[index]?.quantity.trim() ?? ''),
  );
  return (
    <div>
      <Checkbox
        label={t('restock')}
        detail={!isForbidden && t(hasPieces ? 'restockDetail' : 'restockNeedsPieces')}
        checked={draft.restock && hasPieces && !isForbidden}
        onChange={(event) => setValue('restock', event.target.checked, { shouldDirty: true })}
        disabled={isForbidden || !hasPieces}
      />
      {isForbidden && <MissingScope>{t('restockNoScope')}</MissingScope>}
    </div>
  );
}
