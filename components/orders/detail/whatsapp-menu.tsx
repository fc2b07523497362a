'use client';

import { Copy, MessageCircle } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { openInNewTab } from '@/components/ui/open-in-new-tab';
import { Menu } from '@/components/ui/overlay/menu';
import type { MenuEntry } from '@/components/ui/overlay/menu-list';
import { canBeConfirmed, orderMessageSteps } from '@/lib/orders/order/message-steps';
import type { OrderView } from '@/lib/orders/order-view';
import { type BaseLocale, baseLocale } from '@/lib/shared/locale';
import { whatsappUrl } from '@/lib/shared/messages/whatsapp-url';
import { useLazySheet } from './use-lazy-sheet';
import { loadMessageText, type OrderMessages, useSendMessage } from './use-send-message';

type WhatsappMenuProps = {
  /**
   * Phone number of the customer (E.164); null if WhatsApp cannot open the number. The menu then copies the messages.
   */
  e164: string | null;
  order: OrderView['order'];
  messages: OrderMessages;
};

const loadAsk = () => import('@/components/orders/detail/link/ask-sheet').then(({ AskSheet }) => AskSheet);

/**
 * Menu with the messages to the customer that fit the order's current state, newest step first. Each message is offered
 * in the language of the store first, and then in the other language (Arabic or English).
 */
export function WhatsappMenu({ e164, order, messages }: WhatsappMenuProps) {
  const t = useTranslations('order.messages');
  const send = useSendMessage(messages);
  const ask = useLazySheet(loadAsk);
  const steps = orderMessageSteps(order);
  const first = baseLocale(messages.storeLocale);
  const second = first === 'ar' ? 'en' : 'ar';
  const entriesIn = (language: BaseLocale) =>
    steps.map(
      (step): MenuEntry => ({
        key: `${language} ${step}`,
        label: t(`step.${step}`),
        onSelect: () => void send({ order, e164, step, language }),
      }),
    );
  const [head, ...rest] = entriesIn(second);
  const chat = e164 && {
    key: 'chat',
    label: t('chat'),
    divided: steps.length > 0,
    onSelect: () => openInNewTab(whatsappUrl(e164, '') ?? ''),
  };
  const entries = [
    ...entriesIn(first),
    ...(canBeConfirmed(order.status) ? [{ key: 'ask', label: t('ask'), onSelect: ask.show }] : []),
    ...(chat ? [chat] : []),
    ...(head ? [{ ...head, heading: t(`in.${second}`) }, ...rest] : []),
  ];
  if (entries.length === 0) return null;
  const Icon = e164 === null ? Copy : MessageCircle;
  const prepare = () => void loadMessageText().catch(() => undefined);
  return (
    <span className="grid [&_button]:flex-1" onPointerEnter={prepare} onFocus={prepare}>
      <Menu
        label={t(e164 === null ? 'copy' : 'whatsapp')}
        icon={<Icon aria-hidden className="size-4" />}
        entries={entries}
      />
      {ask.render({ e164, order, messages })}
    </span>
  );
}
