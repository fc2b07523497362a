import { PencilLine } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { quoteEditPath } from '@/lib/quotes/quote-list-url';
import { installPath } from '@/lib/shared/install-path';
import type { QuoteTarget } from './use-quote-write';

type EditQuoteLinkProps = {
  target: QuoteTarget;
  variant: 'primary' | 'secondary';
  /** True if the user may not change the quote. The button is then shown, but disabled. */
  isOff: boolean;
};

/** Button that opens the form in which a quote is changed and sent again. */
export function EditQuoteLink({ target: { installId, quoteId }, variant, isOff }: EditQuoteLinkProps) {
  const t = useTranslations('quotes.actions');
  const words = (
    <>
      <PencilLine aria-hidden className="size-4" />
      {t('editAndSend')}
    </>
  );
  if (isOff)
    return (
      <Button variant={variant} className="max-sm:flex-1" disabled>
        {words}
      </Button>
    );
  return (
    <Button asChild variant={variant} className="max-sm:flex-1">
      <Link href={installPath(installId, quoteEditPath(quoteId))} prefetch={false}>
        {words}
        <LinkPending />
      </Link>
    </Button>
  );
}
