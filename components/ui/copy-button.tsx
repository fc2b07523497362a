'use client';

import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button';
import { copyText } from './copy-text';

type CopyButtonProps = {
  text: string;
  children: ReactNode;
  /** Said once it was copied, and when it could not be. */
  copied: string;
  failed: string;
};

/** Copies a text, and says that it did. */
export function CopyButton({ text, children, copied, failed }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState<boolean | null>(null);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button look="quiet" onClick={() => void copyText(text).then(setIsCopied)}>
      <Icon aria-hidden className="size-4" />
      {children}
      <span role="status" className="sr-only">
        {isCopied === null ? '' : isCopied ? copied : failed}
      </span>
    </Button>
  );
}
