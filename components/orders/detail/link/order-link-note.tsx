'use client';

import { CircleCheck, CircleX, Clock, MessageSquareWarning } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useRight } from '@/components/ui/role-context';
import type { OrderMessages } from '@/components/orders/detail/use-send-message';
import { WithdrawAnsweredLink } from './withdraw-answered-link';
import type { OrderLinkView } from '@/lib/orders/link/order-link';
import { dateTimeParts } from '@/lib/shared/locale';

const styles = {
  open: { Icon: Clock, tone: 'border-line bg-surface', iconTone: 'text-ink-soft' },
  expired: { Icon: Clock, tone: 'border-line bg-surface', iconTone: 'text-ink-soft' },
  confirmed: { Icon: CircleCheck, tone: 'border-good/30 bg-good-soft', iconTone: 'text-good' },
  change_requested: {
    Icon: MessageSquareWarning,
    tone: 'border-warn/30 bg-warn-soft',
    iconTone: 'text-warn',
  },
  declined: { Icon: CircleX, tone: 'border-bad/30 bg-bad-soft', iconTone: 'text-bad' },
} as const;

type OrderLinkNoteProps = { orderId: string; link: OrderLinkView; asking: OrderMessages['asking'] };

/**
 * Note on the order page: whether the customer has confirmed the order, and what the customer wrote. The link of an
 * answer can be withdrawn here, because the order may be in a state in which it can no longer be confirmed.
 */
export function OrderLinkNote({ orderId, link, asking }: OrderLinkNoteProps) {
  const t = useTranslations('orderLink.note');
  const format = useFormatter();
  const mayKnow = useRight('see_personal_data');
  const mayWithdraw = useRight('edit_orders');
  const { state, answeredAt, expiresAt, hasMessage, message, linkId = null } = link;
  const { Icon, tone, iconTone } = styles[state];
  const timeOf = (at: string) => (
    <time key="time" dateTime={at}>
      {format.dateTime(new Date(at), dateTimeParts)}
    </time>
  );
  return (
    <section
      aria-label={t('label')}
      data-order-link={state}
      className={`flex gap-3 rounded-card border px-4 py-3 text-sm ${tone}`}
    >
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${iconTone}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap justify-between gap-x-3">
          <span className="font-bold">{t(state)}</span>
          {answeredAt !== null && <span className="text-ink-soft">{timeOf(answeredAt)}</span>}
        </p>
        {state === 'open' && (
          <p className="text-ink-soft">{t.rich('openUntil', { time: () => timeOf(expiresAt) })}</p>
        )}
        {state === 'expired' && (
          <p className="text-ink-soft">{t.rich('expiredBody', { time: () => timeOf(expiresAt) })}</p>
        )}
        {message !== null && (
          <p className="break-words whitespace-pre-line">
            <bdi>{message}</bdi>
          </p>
        )}
        {hasMessage && !mayKnow && <p className="text-ink-soft">{t('hidden')}</p>}
        {mayWithdraw && linkId !== null && answeredAt !== null && (
          <WithdrawAnsweredLink orderId={orderId} linkId={linkId} answeredAt={answeredAt} asking={asking} />
        )}
      </div>
    </section>
  );
}
