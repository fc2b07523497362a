import { PencilLine } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { quoteEditPath } from '@/lib/quotes/quote-list-url';
import { installPath } from '@/lib/shared/install-path';
import { fitStock, type StockFix } from './stock-fix';
import type { QuoteTarget } from './use-quote-write';

type EditQuoteLinkProps = {
  target: QuoteTarget;
  variant: 'primary' | 'secondary';
  /** True if the user may not change the quote. The button is then shown, but disabled. */
  isOff: boolean;
  /**
   * Changes of the lines with which the quote fits the stock. The form opens with these changes, and the button names
   * them.
   */
  fixes?: readonly StockFix[];
};

/** Button that opens the form in which a quote is changed and sent again. */
export function EditQuoteLink({
  target: { installId, quoteId },
  variant,
  isOff,
  fixes = [],
}: EditQuoteLinkProps) {
  const t = useTranslations('quotes.actions');
  const path = quoteEditPath(quoteId);
  const words = (
    <>
      <PencilLine aria-hidden className="size-4" />
      {fixes.length === 0 ? t('editAndSend') : <FixWords fixes={fixes} />}
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
      <Link
        href={installPath(
          installId,
          fixes.length === 0 ? path : `${path}?${fitStock.name}=${fitStock.value}`,
        )}
        prefetch={false}
      >
        {words}
        <LinkPending />
      </Link>
    </Button>
  );
}

function FixWords({ fixes }: { fixes: readonly StockFix[] }) {
  const t = useTranslations('quotes.problem.fix');
  const [only, ...others] = fixes;
  return only && others.length === 0 && only.to > 0 ? t('one', { from: only.from, to: only.to }) : t('all');
}
