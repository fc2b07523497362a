'use client';

import { BellRing, Copy, PencilLine, Printer, Send, ThumbsUp, Undo2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useNow, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { Menu } from '@/components/ui/overlay/menu';
import type { MenuEntry } from '@/components/ui/overlay/menu-list';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { useToast } from '@/components/ui/feedback/toast';
import { quoteEditPath } from '@/lib/quotes/quote-list-url';
import { isReminderDue } from '@/lib/quotes/reminder-due';
import { openStates } from '@/lib/quotes/quote-state';
import type { QuoteView } from '@/lib/quotes/quote-view';
import { installPath } from '@/lib/shared/install-path';
import { editHelps } from './edit-helps';
import { EditQuoteLink } from './edit-quote-link';
import { QuoteWriteProblem } from './quote-write-problem';
import type { SharedQuote } from '@/components/quotes/quote-message';
import type { Sharing } from '@/components/quotes/share-quote';
import { useIsOff, useRight, useRoleText } from '@/components/ui/role-context';
import { type QuoteActionsOf, type QuoteTarget, useQuoteWrite } from './use-quote-write';

type QuoteActionsProps = {
  target: QuoteTarget;
  view: QuoteView;
  sharing: Sharing;
  /**
   * Data for the message that reminds the customer. It equals `sharing`, except that the template is that of the
   * reminder.
   */
  reminding: Sharing;
  actions: QuoteActionsOf;
};

const ShareDialog = dynamic(
  () => import('@/components/quotes/share-dialog').then(({ ShareDialog: dialog }) => dialog),
  {
    ssr: false,
  },
);
const AcceptDialog = dynamic(() => import('./accept-dialog').then(({ AcceptDialog: dialog }) => dialog), {
  ssr: false,
});

/** Buttons for the most likely next actions on a quote, and a menu with the other actions. */
export function QuoteActions({ target, view, sharing, reminding, actions }: QuoteActionsProps) {
  const t = useTranslations('quotes.actions');
  const tQuotes = useTranslations('quotes');
  const toast = useToast();
  const [open, setOpen] = useState<'share' | 'remind' | 'accept' | 'withdraw' | null>(null);
  const isOff = useIsOff('agree_prices', 'orders:create');
  const mayAgree = useRight('agree_prices');
  const roleText = useRoleText();
  const { installId } = target;
  const isOpen = openStates.includes(view.state);
  const shared = isOpen ? sharedOf(view) : null;
  const isUnanswered = isReminderDue(view, useNow({ updateInterval: 60_000 }));
  // If true, a withdrawal revokes only the link and leaves the state of the quote unchanged. This is so if the quote
  // has an order, or is declined or expired.
  const keepsState = view.can.withdrawLink;
  const withdrawWords = keepsState ? 'withdrawLink' : 'withdraw';
  const confirmWords = keepsState ? 'confirmWithdrawLink' : 'confirmWithdraw';
  const withdraw = useQuoteWrite<{ version: number }>(actions[withdrawWords], target, {
    onDone: () => toast({ text: t('withdrawn') }),
  });
  const duplicate = useDuplicate(actions.duplicate, target);
  const close = () => setOpen(null);
  // True if the edit button is shown although the quote is no longer open. `view.can.rewrite` cannot be used here. It
  // is also false if the user only lacks a permission, and the button must then be shown disabled.
  const isOver = view.can.retry || ['declined', 'expired', 'withdrawn'].includes(view.state);
  const editPath = installPath(installId, quoteEditPath(view.id));
  const printPath = (paper: 'a4' | '80mm') =>
    installPath(installId, `/quotes/${encodeURIComponent(view.id)}/print?paper=${paper}`);

  // If the customer asked for a change, the edit button is the first button, because the merchant edits the quote next.
  const isChangeAsked = isOpen && view.changeRequested;
  const edit = view.content && (
    <EditQuoteLink target={target} isOff={isOff} variant={view.problem ? 'secondary' : 'primary'} />
  );

  const entries: MenuEntry[] = [
    // If the customer has not answered for a day, the button beside the menu is the reminder. Otherwise the reminder is
    // in the menu.
    ...(shared && mayAgree && !isUnanswered && !view.changeRequested
      ? [
          {
            key: 'remind',
            label: t('remind'),
            icon: <BellRing aria-hidden />,
            onSelect: () => setOpen('remind'),
          },
        ]
      : []),
    ...(view.content && isOpen && !view.changeRequested
      ? [
          {
            key: 'edit',
            label: t('edit'),
            icon: <PencilLine aria-hidden />,
            ...(isOff ? { disabled: true, detail: mayAgree ? t('noScope') : roleText } : { href: editPath }),
          },
        ]
      : []),
    {
      key: 'duplicate',
      label: t('duplicate'),
      icon: <Copy aria-hidden />,
      disabled: view.content === null || !mayAgree,
      detail: mayAgree ? view.content === null && t('ended') : roleText,
      onSelect: duplicate.press,
    },
    ...(view.content && !view.isPersonHidden
      ? (['a4', '80mm'] as const).map((paper) => ({
          key: paper,
          label: t(`print.${paper}`),
          icon: <Printer aria-hidden />,
          href: printPath(paper),
          newTab: true,
        }))
      : []),
    ...(view.can.withdraw || keepsState
      ? [
          {
            key: 'withdraw',
            label: t(withdrawWords),
            icon: <Undo2 aria-hidden />,
            danger: true,
            divided: true,
            onSelect: () => setOpen('withdraw'),
          },
        ]
      : []),
  ];
  return (
    <div className="flex flex-col gap-2">
      {!withdraw.sending && (
        <QuoteWriteProblem
          outcome={withdraw.outcome}
          again={() => withdraw.input && void withdraw.send(withdraw.input)}
        />
      )}
      <QuoteWriteProblem outcome={duplicate.outcome} again={duplicate.press} />
      <div className="flex flex-wrap gap-2">
        {isChangeAsked && edit}
        {shared && mayAgree && (
          <Button
            variant={view.changeRequested ? 'secondary' : 'primary'}
            className="max-sm:flex-1"
            onClick={() => setOpen(isUnanswered ? 'remind' : 'share')}
          >
            <Send aria-hidden className="size-4 rtl:-scale-x-100" />
            {t(isUnanswered ? 'remind' : 'share')}
          </Button>
        )}
        {view.can.accept && (
          <Button className="max-sm:flex-1" disabled={isOff} onClick={() => setOpen('accept')}>
            <ThumbsUp aria-hidden className="size-4" />
            {t('accept')}
          </Button>
        )}
        {view.order && (
          <Button asChild variant="primary" className="max-sm:flex-1">
            <Link
              href={installPath(installId, `/orders/${encodeURIComponent(view.order.id)}`)}
              prefetch={false}
            >
              <span>
                {tQuotes.rich('openOrder', { number: () => <bdi key="number">{view.order?.number}</bdi> })}
              </span>
              <LinkPending />
            </Link>
          </Button>
        )}
        {/* If a changed quote solves the problem, QuoteProblem already shows the edit button as its first button. */}
        {isOver && !isChangeAsked && !editHelps(view) && edit}
        <Menu
          label={t('more')}
          labelHidden
          entries={entries}
          disabled={withdraw.sending || duplicate.sending}
        />
      </div>
      {isOff && (!mayAgree || view.can.accept || (isOver && !view.problem)) && (
        <MissingScope needs="agree_prices">{t('noScope')}</MissingScope>
      )}
      {(open === 'share' || open === 'remind') && shared && (
        <ShareDialog
          installId={installId}
          quote={shared}
          sharing={open === 'remind' ? reminding : sharing}
          isReminder={open === 'remind'}
          onClose={close}
        />
      )}
      {open === 'accept' && (
        <AcceptDialog target={target} version={view.version} accept={actions.accept} onClose={close} />
      )}
      <Dialog
        open={open === 'withdraw'}
        onOpenChange={close}
        title={t(`${confirmWords}.title`)}
        description={t(`${confirmWords}.body`)}
        actions={
          <>
            <Button onClick={close}>{t(`${confirmWords}.keep`)}</Button>
            <Button
              variant="danger"
              onClick={() => {
                close();
                void withdraw.send({ version: view.version });
              }}
            >
              {t(withdrawWords)}
            </Button>
          </>
        }
      />
    </div>
  );
}

/** Duplicates the quote and opens the copy in the order form. If the user presses twice, only one copy is made. */
function useDuplicate(action: QuoteActionsOf['duplicate'], target: QuoteTarget) {
  const router = useRouter();
  const [newQuoteId] = useState<string>(() => crypto.randomUUID());
  const { send, sending, outcome } = useQuoteWrite<{ newQuoteId: string }>(action, target, {
    onOutcome: ({ code }) => {
      if (code !== 'succeeded') return;
      router.push(installPath(target.installId, `/orders/new?draft=${newQuoteId}`));
      return 'leaving';
    },
  });
  return { sending, outcome: sending ? null : outcome, press: () => void send({ newQuoteId }) };
}

/**
 * Returns the data that is needed to share a quote. Returns null if the quote has no link or its customer data was
 * deleted.
 */
function sharedOf({ number, link, content, total }: QuoteView): SharedQuote | null {
  const customer = content?.order.customer;
  if (!number || !link || !content || !customer || !total) return null;
  return { number, token: link, customer, total, until: content.validUntil };
}
