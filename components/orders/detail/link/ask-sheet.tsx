'use client';

import { useQueryClient } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { noteAnswer } from '@/components/ui/feedback/note-answer';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { RoleNote } from '@/components/ui/feedback/role-note';
import { useToast } from '@/components/ui/feedback/toast';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { openInNewTab } from '@/components/ui/open-in-new-tab';
import { Dialog } from '@/components/ui/overlay/dialog';
import { useRight } from '@/components/ui/role-context';
import type { LinkAnswered } from '@/lib/orders/link/order-link';
import { orderMessageValues } from '@/lib/orders/order/order-messages';
import type { OrderView } from '@/lib/orders/order-view';
import { type BaseLocale, baseLocale, baseLocales, dateTimeParts, directionOf } from '@/lib/shared/locale';
import { fillTemplate } from '@/lib/shared/messages/message-templates';
import { whatsappUrl } from '@/lib/shared/messages/whatsapp-url';
import { ordersKeys } from '@/lib/shared/read-keys';
import type { OrderMessages } from '@/components/orders/detail/use-send-message';

type AskSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  order: OrderView['order'];
  /**
   * Phone number of the customer (E.164). Null if WhatsApp cannot open the number; the user can then only copy the
   * message.
   */
  e164: string | null;
  messages: OrderMessages;
};

/** An order link that the server made. `token` is the secret part of the link's URL. */
type MadeLink = { linkId: string; token: string; expiresAt: string };

const problems = ['order_ended', 'unavailable', 'not_found', 'reused', 'answered'] as const;

const isAnswered = (outcome: { code: string }): outcome is LinkAnswered => outcome.code === 'answered';

/**
 * Dialog with which the user asks the customer to confirm the order. The dialog makes the order link, and opens
 * WhatsApp with the message. Only the user can send the message, in WhatsApp.
 */
export function AskSheet({ open, onOpenChange, order, e164, messages }: AskSheetProps) {
  const t = useTranslations('orderLink.ask');
  const note = useTranslations('orderLink.note');
  const toast = useToast();
  const mayAsk = useRight('edit_orders');
  const { installId, create, withdraw } = messages.asking;
  const [formId, setFormId] = useState(() => crypto.randomUUID());
  const [link, setLink] = useState<MadeLink | null>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [answered, setAnswered] = useState<LinkAnswered['answer'] | null>(null);
  const queryClient = useQueryClient();
  const shownAnswerAt = () =>
    queryClient.getQueryData<OrderView>(ordersKeys.order(installId, order.id))?.link?.answeredAt ?? null;
  // Time of the customer's answer that the order page showed when the dialog opened. An answer that arrives later does
  // not count as seen, because the user does not read the page behind an open dialog.
  const [seenAnswerAt, setSeenAnswerAt] = useState(shownAnswerAt);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setSeenAnswerAt(shownAnswerAt());
  }

  /**
   * Runs a server action for the order link. Returns its outcome after a success. If it fails, returns null, and the
   * dialog shows the problem.
   */
  const run = async <Outcome extends { code: string }>(
    action: () => Promise<Outcome>,
    success: Outcome['code'],
  ): Promise<Outcome | null> => {
    setSending(true);
    const outcome = await action().catch(() => null);
    setSending(false);
    noteAnswer(outcome);
    const isDone = outcome?.code === success;
    setProblem(isDone ? null : (outcome?.code ?? 'no_answer'));
    if (outcome?.code === 'reused') setFormId(crypto.randomUUID());
    if (outcome && isAnswered(outcome)) {
      // The customer has answered, so the order link is no longer needed and is removed from the dialog.
      setLink(null);
      setAnswered(outcome.answer);
      setSeenAnswerAt(outcome.answeredAt);
    }
    return isDone ? outcome : null;
  };
  const make = async (replaces: boolean) => {
    const seenLinkId = replaces ? link?.linkId : undefined;
    const command = { installId, orderId: order.id, linkId: formId, replaces, seenLinkId, seenAnswerAt };
    const made = await run(() => create(command), 'created');
    if (!made || !('token' in made)) return;
    setLink(made);
    // The server made a link with the id `formId`, so that id is used up. The next press needs a new id.
    setFormId(crypto.randomUUID());
  };
  const takeBack = async (linkId: string) => {
    if (!(await run(() => withdraw({ installId, orderId: order.id, linkId }), 'withdrawn'))) return;
    close();
    toast({ text: t('withdrawn') });
  };
  const close = () => {
    onOpenChange(false);
    setLink(null);
    setProblem(null);
  };
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())} title={t('title')}>
      <div className="flex flex-col gap-4">
        <p className="text-sm">
          {t('body')} {!link && t('days')}
        </p>
        <p className="text-sm text-ink-soft">{t('shown')}</p>
        {link ? (
          <LinkMessage link={link} order={order} e164={e164} messages={messages} />
        ) : (
          <Button
            variant="primary"
            className="self-start max-sm:w-full"
            disabled={!mayAsk}
            pending={isSending}
            onClick={() => void make(false)}
          >
            {t('create')}
          </Button>
        )}
        <RoleNote needs="edit_orders" />
        {problem !== null && !isSending && (
          <OutcomeNote code={problem} isOutcomeUnknown={false}>
            {problem === 'answered' && answered && <p className="font-bold">{note(answered)}</p>}
            <p>{t(`problem.${problems.find((known) => known === problem) ?? 'failed'}`)}</p>
          </OutcomeNote>
        )}
        {link && (
          <div className="flex flex-col gap-2 border-t border-line pt-3">
            <p className="text-sm text-ink-soft">{t('newBody')}</p>
            <div className="flex flex-wrap gap-2">
              <Button pending={isSending} onClick={() => void make(true)}>
                {t('new')}
              </Button>
              <Button variant="danger" pending={isSending} onClick={() => void takeBack(link.linkId)}>
                {t('withdraw')}
              </Button>
            </div>
          </div>
        )}
      </div>
    </Dialog>
  );
}

type LinkMessageProps = { link: MadeLink } & Pick<AskSheetProps, 'order' | 'e164' | 'messages'>;

/**
 * Shows the message with the order link, first in the language of the store, and the buttons that send or copy the
 * message.
 */
function LinkMessage({ link, order, e164, messages }: LinkMessageProps) {
  const t = useTranslations('orderLink.ask');
  const format = useFormatter();
  const [language, setLanguage] = useState<BaseLocale>(baseLocale(messages.storeLocale));
  const { storeName, storeCountry, asking } = messages;
  const address = `${asking.appUrl}/o/${link.token}${language === 'en' ? '?lang=en' : ''}`;
  const values = orderMessageValues(order, { name: storeName, country: storeCountry }, language);
  const template = asking.template[language];
  const text = fillTemplate(
    // If the template has no placeholder for the link, the link is added at the end, because the message is useless
    // without it.
    template.includes('{link}') ? template : `${template.trimEnd()}\n{link}`,
    { ...values, link: address },
    language,
  );
  const url = e164 === null ? null : whatsappUrl(e164, text);
  const until = () => (
    <time key="time" dateTime={link.expiresAt}>
      {format.dateTime(new Date(link.expiresAt), dateTimeParts)}
    </time>
  );
  return (
    <>
      <p className="text-sm">{t.rich('until', { time: until })}</p>
      <ChoiceCards
        label={t('language')}
        value={language}
        onChange={setLanguage}
        className="grid-cols-2"
        choices={baseLocales.map((value) => ({ value, title: t(value) }))}
      />
      <section aria-label={t('message')} className="rounded-control bg-sunken px-3 py-2">
        <p
          lang={language}
          dir={directionOf(language)}
          className="text-sm leading-6 break-words whitespace-pre-line"
        >
          {text}
        </p>
      </section>
      <div className="flex flex-wrap gap-2">
        {url !== null && (
          <Button variant="primary" className="max-sm:w-full" onClick={() => openInNewTab(url)}>
            <MessageCircle aria-hidden className="size-4" />
            {t('whatsapp')}
          </Button>
        )}
        {e164 !== null && url === null && (
          <p role="status" className="text-sm text-warn">
            {t('tooLong')}
          </p>
        )}
        <CopyButton text={text} label={t('copyMessage')} />
        <CopyButton text={address} label={t('copyLink')} />
      </div>
    </>
  );
}
