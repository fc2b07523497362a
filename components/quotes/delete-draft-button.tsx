'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/feedback/toast';
import { Dialog } from '@/components/ui/overlay/dialog';
import { forgetCopiesWith } from '@/components/ui/session-copy';
import type { DeleteDraftCommand } from '@/lib/quotes/quote-commands';
import type { QuoteListItem } from '@/lib/quotes/quote-view';
import type { ActionOf } from '@/lib/shared/action-of';
import { quotesKeys } from '@/lib/shared/read-keys';

/** Server action that deletes a draft. The page passes it in. */
export type DeleteDraft = ActionOf<typeof DeleteDraftCommand, { code: string }>;

type DeleteDraftButtonProps = {
  installId: string;
  draft: Pick<QuoteListItem, 'id' | 'customerName'>;
  remove: DeleteDraft;
  onDeleted?: () => void;
};

/**
 * Button that deletes a draft after the user has confirmed it. The copy of the draft that this browser tab has stored
 * is deleted as well.
 */
export function DeleteDraftButton({ installId, draft, remove, onDeleted }: DeleteDraftButtonProps) {
  const t = useTranslations('quotes.drafts');
  const tQuotes = useTranslations('quotes');
  const toast = useToast();
  const queryClient = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const [isSending, setSending] = useState(false);
  const name = draft.customerName ?? tQuotes('noCustomer');
  const confirm = async () => {
    setConfirming(false);
    setSending(true);
    const { code } = await remove({ installId, quoteId: draft.id }).catch(() => ({ code: 'no_answer' }));
    setSending(false);
    toast({ text: t(code === 'deleted' ? 'deleted' : 'notDeleted') });
    if (code !== 'deleted') return;
    forgetCopiesWith(draft.id);
    void queryClient.invalidateQueries({ queryKey: quotesKeys.all(installId) });
    onDeleted?.();
  };
  return (
    <>
      <Button
        variant="quiet"
        aria-label={t('deleteOf', { name })}
        pending={isSending}
        className="relative z-10 text-ink-soft!"
        onClick={() => setConfirming(true)}
      >
        <Trash2 aria-hidden className="size-4" />
        {t('delete')}
      </Button>
      <Dialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t('confirm.title')}
        description={t('confirm.body', { name })}
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>{t('confirm.keep')}</Button>
            <Button variant="danger" onClick={() => void confirm()}>
              {t('confirm.delete')}
            </Button>
          </>
        }
      />
    </>
  );
}
