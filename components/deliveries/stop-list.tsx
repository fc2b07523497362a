'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { MoneyInput } from '@/components/ui/form/money-input';
import { Select } from '@/components/ui/form/select';
import { MoneyText } from '@/components/ui/text/money-text';
import type { StopResult } from '@/lib/deliveries/delivery-commands';
import { type StopView, warnsOfPart } from '@/lib/deliveries/delivery-view';
import { groupStops } from '@/lib/deliveries/group-stops';
import { reasonMax } from '@/lib/deliveries/stop-limits';
import { installPath } from '@/lib/shared/install-path';
import { baseLocale } from '@/lib/shared/locale';
import { AtMostText } from './at-most-text';
import { PartShippedNote } from './part-shipped-note';
import type { StopDraft } from './stop-draft';

type ShownStop = { stop: StopView; draft: StopDraft; result: StopResult | null | 'invalid' };

type StopListProps = {
  installId: string;
  stops: readonly ShownStop[];
  /** True if the user can change the results of the stops. */
  isOpen: boolean;
  /** True after the user has first pressed the confirm button. Missing values are shown as errors only after that. */
  isTried: boolean;
  /** Receives the changed values of a stop, and the amount to collect (in minor units) that was shown with them. */
  onChange: (stopId: string, draft: StopDraft, dueMinor: number) => void;
};

const choices = ['none', 'delivered', 'paid', 'refused'] as const;

/** List of the stops (orders) of a delivery sheet, grouped by province and city, each with its result. */
export function StopList({ installId, stops, isOpen, isTried, onChange }: StopListProps) {
  const t = useTranslations('deliveries');
  const locale = baseLocale(useLocale());
  const groups = groupStops(stops.map((shown) => ({ ...shown, content: shown.stop.content })));
  return (
    <>
      {groups.map(({ province, provinceName, city, stops: shown }) => (
        <Card
          key={`${province} ${city}`}
          title={[provinceName?.[locale] ?? province, city].filter(Boolean).join(t('comma')) || t('noPlace')}
        >
          <ul className="flex flex-col divide-y divide-line">
            {shown.map((one) => (
              <li key={one.stop.id} className="flex flex-col gap-3 py-3">
                <StopFacts installId={installId} stop={one.stop} />
                <EarlierPaidNote stop={one.stop} />
                <StopForm shown={one} isOpen={isOpen} isTried={isTried} onChange={onChange} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </>
  );
}

type StopFactsProps = { installId: string; stop: StopView };

function StopFacts({ installId, stop }: StopFactsProps) {
  const { number, orderId, due, content, isHidden, ended } = stop;
  const t = useTranslations('deliveries');
  return (
    <div className="flex flex-col gap-0.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
        <span>
          <Link
            href={installPath(installId, `/orders/${encodeURIComponent(orderId)}`)}
            prefetch={false}
            className="inline-flex min-h-11 min-w-11 items-center text-brand underline-offset-2 hover:underline sm:min-h-6"
          >
            <bdi>{number}</bdi>
          </Link>{' '}
          <bdi>{content?.name}</bdi>
        </span>
        {!ended &&
          (due.amount_minor > 0 ? (
            <AtMostText money={due} isAtMost={warnsOfPart(stop)} />
          ) : (
            <span>{t('nothing')}</span>
          ))}
      </p>
      {ended && (
        <p data-ended className="text-sm font-semibold text-warn">
          {t(`ended.${ended}`)}
        </p>
      )}
      <PartShippedNote order={stop} />
      {content === null && <p className="text-sm text-ink-soft">{t(isHidden ? 'hidden' : 'erased')}</p>}
      {content?.phone && (
        <a
          href={`tel:${content.phone}`}
          className="inline-flex min-h-11 items-center self-start text-sm font-semibold text-brand underline-offset-2 hover:underline sm:min-h-6"
        >
          <bdi dir="ltr">{content.phone}</bdi>
        </a>
      )}
      {content?.address && (
        <p className="text-sm text-ink-soft">
          <bdi>{content.address}</bdi>
        </p>
      )}
      {content?.notes && (
        <p className="text-sm text-ink-soft">
          <bdi>{content.notes}</bdi>
        </p>
      )}
    </div>
  );
}

/** Shows an amount that an earlier answer reported as collected, if the present answer has another amount. */
function EarlierPaidNote({ stop: { earlierPaid, result } }: { stop: StopView }) {
  const t = useTranslations('deliveries');
  if (!earlierPaid || earlierPaid.amount_minor === result?.paid?.amount_minor) return null;
  return (
    <p data-earlier-paid className="text-sm font-semibold text-warn">
      {t.rich('earlierPaid', { amount: () => <MoneyText key="amount" money={earlierPaid} /> })}
    </p>
  );
}

type StopFormProps = Omit<StopListProps, 'stops' | 'installId'> & { shown: ShownStop };

function StopForm({ shown: { stop, draft, result }, isOpen, isTried, onChange }: StopFormProps) {
  const t = useTranslations('deliveries');
  const change = (part: Partial<StopDraft>) =>
    onChange(stop.id, { ...draft, ...part }, stop.due.amount_minor);
  if (!isOpen)
    return (
      <p>
        {t(`answer.${draft.answer}`)} {stop.result?.paid && <MoneyText money={stop.result.paid} />}{' '}
        <bdi>{stop.result?.reason}</bdi>
      </p>
    );
  const error = isTried && result === 'invalid';
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t('resultOf', { number: stop.number })}>
        {(control) => (
          <Select
            {...control}
            value={draft.answer}
            onChange={(event) =>
              change({ answer: choices.find((one) => one === event.target.value) ?? 'none' })
            }
          >
            {choices.map((one) => (
              <option key={one} value={one}>
                {t(`answer.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {draft.answer === 'paid' && (
        <Field label={t('amountOf', { number: stop.number })} error={error ? t('amountWrong') : undefined}>
          {(control) => (
            <MoneyInput
              {...control}
              currency={{ code: stop.due.currency, decimals: stop.due.decimals }}
              value={draft.paid}
              onChange={(event) => change({ paid: event.target.value })}
            />
          )}
        </Field>
      )}
      {draft.answer === 'refused' && stop.content !== null && (
        <Field label={t('reasonOf', { number: stop.number })} error={error ? t('reasonMissing') : undefined}>
          {(control) => (
            <Input
              {...control}
              maxLength={reasonMax}
              value={draft.reason}
              onChange={(event) => change({ reason: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
