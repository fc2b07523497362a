'use client';

import { ClipboardPaste } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { MatchMessage, PastedDetails, PastedLine, PasteTarget } from '@/lib/catalogue/message-match';

type PasteMessageButtonProps = {
  installId: string;
  match: MatchMessage;
  /**
   * Called with the order lines and details that the merchant chose in the review of the pasted message. Nothing is
   * added before the review.
   */
  onAdd: (lines: PastedLine[], details: PastedDetails) => void;
  /**
   * Loads the code that fills the form, and then returns the form's values and the data of the store that the form
   * uses. Rejects if the code cannot be loaded.
   */
  target: () => Promise<PasteTarget>;
};

const loadDialog = () =>
  import('./paste-message-dialog').then(({ PasteMessageDialog }) => PasteMessageDialog);

/**
 * Button that opens the dialog for a customer's chat message, from which order lines are added. The code of the dialog
 * is loaded at the first press.
 */
export function PasteMessageButton(props: PasteMessageButtonProps) {
  const t = useTranslations('pasteMessage');
  const reasonId = useId();
  const [isOpen, setIsOpen] = useState(false);
  // The pasted message stays here while the dialog is closed, so that it is not lost at a press of Escape. It has
  // personal data of a customer, so the browser keeps no other copy of it.
  const [text, setText] = useState('');
  const renderDialog = useLazy(loadDialog, isOpen, () => setIsOpen(false));
  const mayNot = useMissingScopes('products:read').length > 0;
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        variant="quiet"
        className="-ms-4"
        disabled={mayNot}
        aria-describedby={mayNot ? reasonId : undefined}
        onClick={() => setIsOpen(true)}
      >
        <ClipboardPaste aria-hidden className="size-4" />
        {t('entry')}
      </Button>
      {mayNot && (
        <p id={reasonId} className="text-xs text-ink-soft">
          {t('problem.missing_scope')}
        </p>
      )}
      {isOpen && renderDialog?.({ ...props, text, onText: setText, onClose: () => setIsOpen(false) })}
    </div>
  );
}
