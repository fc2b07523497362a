'use client';

import { useTranslations } from 'next-intl';
import { copyText } from '@/components/ui/copy-button';
import { useToast } from '@/components/ui/feedback/toast';
import { openInNewTab } from '@/components/ui/open-in-new-tab';
import type * as link from '@/lib/orders/link/order-link';
import type { OrderView } from '@/lib/orders/order-view';
import type { AppLocale, BaseLocale } from '@/lib/shared/locale';
import type { ActionOf } from '@/lib/shared/action-of';
import type { MessageTexts, OrderMessageStep } from '@/lib/shared/messages/message-templates';
import { whatsappUrl } from '@/lib/shared/messages/whatsapp-url';

/** Data that the messages about an order need in addition to the order. */
export type OrderMessages = {
  storeName: string;
  storeCountry: string | null;
  /**
   * Language of the store. Messages in this language are offered first, because the language of the customer is not
   * known.
   */
  storeLocale: AppLocale;
  templates: Record<OrderMessageStep, MessageTexts>;
  /**
   * Additional data for the message that asks the customer to confirm the order. It has the app's URL for the order
   * link, the template, and the actions of the order link.
   */
  asking: {
    installId: string;
    appUrl: string;
    template: MessageTexts;
    create: ActionOf<typeof link.CreateOrderLinkCommand, { code: string } | link.CreateOrderLinkOutcome>;
    withdraw: ActionOf<typeof link.WithdrawOrderLinkCommand, { code: string }>;
  };
};

type Sending = {
  order: OrderView['order'];
  /** Phone number of the customer (E.164); null if WhatsApp cannot open the number. */
  e164: string | null;
  step: OrderMessageStep;
  language: BaseLocale;
};

let writing: Promise<typeof import('./order-message-text')> | undefined;

/**
 * Loads, once, the code that writes a message. Call this function before the user can press the button, so that the
 * code is already loaded at the press. If loading fails, the next call tries again.
 */
export function loadMessageText(): NonNullable<typeof writing> {
  writing ??= import('./order-message-text').catch((error: unknown) => {
    writing = undefined;
    throw error;
  });
  return writing;
}

/**
 * Returns a function that opens WhatsApp with a message. Call that function during a press. Only the user can send the
 * message, in WhatsApp, and nothing is recorded. If there is no phone number, or the message is too long for a link,
 * the message is copied instead. The message is made only after the press, so no URL or attribute of our pages contains
 * the message.
 */
export function useSendMessage({ storeName, storeCountry, templates }: OrderMessages) {
  const t = useTranslations('order.messages');
  const toast = useToast();
  return async ({ order, e164, step, language }: Sending): Promise<void> => {
    const loaded = await loadMessageText().catch(() => null);
    if (!loaded) return toast({ tone: 'bad', text: t('notLoaded') });
    const store = { name: storeName, country: storeCountry };
    const text = loaded.orderMessageText(templates[step][language], order, store, language);
    const url = e164 === null ? null : whatsappUrl(e164, text);
    if (url !== null) return openInNewTab(url);
    const copied = t(e164 === null ? 'copied' : 'tooLong');
    toast((await copyText(text)) ? { text: copied } : { tone: 'bad', text: t('notCopied') });
  };
}
