'use client';

import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from './button';
import { copyText } from './copy-text';

type CopyButtonProps = {
  text: string;
  label: string;
  /** Shows only the icon; the label is for screen readers. */
  labelHidden?: boolean;
};

/** Copies a text and reports whether it worked. */
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
