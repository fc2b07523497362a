'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { MoneyInput } from '@/components/ui/form/money-input';
import { PhoneInput } from '@/components/ui/form/phone-input';
import { useCopiedInput } from '@/components/ui/form/use-copied-input';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { MoneyText } from '@/components/ui/text/money-text';
import { carrierValueNames, type CarrierValues, TrackingUrl } from '@/lib/cash/carrier-commands';
import type { CarrierView } from '@/lib/cash/cash-view';
import { parseAmount } from '@/lib/shared/numbers/money';
import { type CarrierDraft, draftOfCarrier, restoreCarrier } from './carrier-draft';
import { CashProblem } from './cash-problem';
import { type CashActions, useCashWrite } from './use-cash-write';

type CarrierDialogProps = {
  installId: string;
  /** The carrier that the form changes; null if the form adds a new carrier. */
  carrier: CarrierView | null;
  /** The stored carriers. */
  carriers: readonly CarrierView[];
  /** The store's own currency. The carrier's fee is an amount in this currency. */
  currency: { code: string; decimals: number };
  save: CashActions['saveCarrier'];
  onClose: () => void;
};

type CarrierInput = Omit<Parameters<CashActions['saveCarrier']>[0], 'installId'>;

/** Form with the name, phone, tracking link and fee of a carrier. */
export function CarrierDialog(props: CarrierDialogProps) {
  const { installId, carrier, carriers, currency, save, onClose } = props;
  const t = useTranslations('cash.carrier');
  const [opened] = useState(() => draftOfCarrier(carrier, currency.decimals));
  const copy = useCopiedInput<CarrierDraft>(
    `daftar.carrier.1.${installId}.${carrier?.id ?? 'new'}`,
    (saved) => restoreCarrier(saved, carrier, carriers),
  );
  const { carrierId, name, phone, trackingUrl, fee, isArchived, seen } = copy.value ?? opened;
  const change = (part: Partial<CarrierDraft>) => copy.change((now) => ({ ...(now ?? opened), ...part }));
  const [isTried, setIsTried] = useState(false);
  // The stored values, if another user has changed the carrier since the form was opened. When the user presses again,
  // the form replaces these values.
  const [stored, setStored] = useState<CarrierValues | null>(null);
  const saveSeen: typeof save = async (command) => {
    const outcome = await save(command);
    if (outcome.code === 'stale') setStored(outcome.carrier);
    return outcome;
  };
  const end = () => {
    copy.forget();
    onClose();
  };
  const write = useCashWrite<CarrierInput, Awaited<ReturnType<typeof save>>>(saveSeen, installId, end);
  const typed = { name, phone, trackingUrl, isArchived };
  const feeAmount = parseAmount(fee, currency.decimals);
  const problems = {
    name: name.trim() === '',
    trackingUrl: !TrackingUrl.safeParse(trackingUrl).success,
    fee: !feeAmount.ok || feeAmount.amountMinor < 0,
  };
  const submit = () => {
    setIsTried(true);
    if (Object.values(problems).includes(true) || !feeAmount.ok) return;
    void write.send({ carrierId, ...typed, feeMinor: feeAmount.amountMinor, seen: stored ?? seen });
  };
  const errorOf = (field: keyof typeof problems, text: string) =>
    isTried && problems[field] ? text : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      description={carrier ? t('editBody') : t('body')}
      cancel={t('cancel')}
      onCancel={end}
      submit={t('save')}
      pending={write.sending}
      onSubmit={submit}
    >
      <Field label={t('name')} error={errorOf('name', t('nameMissing'))}>
        {(control) => (
          <Input
            {...control}
            maxLength={100}
            value={name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('phone')}>
        {(control) => (
          <PhoneInput
            {...control}
            maxLength={40}
            value={phone}
            onChange={(event) => change({ phone: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('tracking')}
        hint={t('trackingHint')}
        error={errorOf('trackingUrl', t('trackingWrong'))}
      >
        {(control) => (
          <Input
            {...control}
            code
            maxLength={500}
            value={trackingUrl}
            onChange={(event) => change({ trackingUrl: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('fee')} error={errorOf('fee', t('feeWrong'))}>
        {(control) => (
          <MoneyInput
            {...control}
            currency={currency}
            value={fee}
            onChange={(event) => change({ fee: event.target.value })}
          />
        )}
      </Field>
      {carrier && (
        <Checkbox
          label={t('archived')}
          checked={isArchived}
          onChange={(event) => change({ isArchived: event.target.checked })}
        />
      )}
      {!write.sending && <CashProblem outcome={write.outcome} />}
      {!write.sending && write.outcome?.code === 'stale' && (
        <StoredValues
          stored={write.outcome.carrier}
          typed={{ ...typed, feeMinor: feeAmount.ok ? feeAmount.amountMinor : null }}
          currency={currency}
        />
      )}
    </FormDialog>
  );
}

type StoredValuesProps = {
  stored: CarrierValues;
  /** The values in the form. `feeMinor` is null if the fee in the form is not an amount. */
  typed: Omit<CarrierValues, 'feeMinor'> & { feeMinor: number | null };
  currency: CarrierDialogProps['currency'];
};

/** List of the stored values of a carrier that differ from the values in the form. */
function StoredValues({ stored, typed, currency: { code, decimals } }: StoredValuesProps) {
  const t = useTranslations('cash.carrier');
  const fee = { amount_minor: stored.feeMinor, currency: code, decimals };
  const values = {
    name: [t('name'), <bdi key="name">{stored.name}</bdi>],
    phone: [t('phone'), stored.phone && <bdi dir="ltr">{stored.phone}</bdi>],
    trackingUrl: [t('tracking'), stored.trackingUrl && <bdi dir="ltr">{stored.trackingUrl}</bdi>],
    feeMinor: [t('fee'), <MoneyText key="fee" money={fee} />],
    isArchived: [t('use'), t(stored.isArchived ? 'archivedMark' : 'inUse')],
  } satisfies Record<keyof CarrierValues, [string, ReactNode]>;
  const differing = carrierValueNames.filter((name) => stored[name] !== typed[name]);
  return (
    <dl className="flex flex-col gap-1 text-sm">
      {differing.map((name) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="font-semibold">{values[name][0]}</dt>
          <dd className="min-w-0 break-words">{values[name][1] || t('empty')}</dd>
        </div>
      ))}
    </dl>
  );
}
