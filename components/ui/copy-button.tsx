'use client';

import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from './button';

type CopyButtonProps = {
  text: string;
  label: string;
  /** True if the button shows only an icon. Screen readers still read its label. */
  labelHidden?: boolean;
};

/** Button that copies a text to the clipboard and shows whether that worked. */
export function CopyButton({ text, label, labelHidden = false }: CopyButtonProps) {
  const t = useTranslations('ui.copy');
  const [isCopied, setIsCopied] = useState<boolean | null>(null);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      variant="quiet"
      aria-label={labelHidden ? label : undefined}
      title={labelHidden ? label : undefined}
      className={labelHidden ? '-my-2.5 w-11 px-0! align-middle text-ink-soft!' : undefined}
      onClick={() => void copyText(text).then(setIsCopied)}
    >
      <Icon aria-hidden className="size-4" />
      {!labelHidden && label}
      <span role="status" className="sr-only">
        {isCopied !== null && t(isCopied ? 'copied' : 'failed')}
      </span>
    </Button>
  );
}

/** Copies a text to the clipboard. Returns true if it worked. */
export async function copyText(text: string): Promise<boolean> {
  // The older document.execCommand is used first. Inside an iframe, the browser may refuse navigator.clipboard and log
  // an error.
  if (copyBySelection(text)) return true;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  // The text is copied from a temporary field, which must get the focus. While a dialog is open, only elements inside
  // the dialog can get the focus. The field is then added inside the dialog.
  (document.querySelector('[role="dialog"]') ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}
