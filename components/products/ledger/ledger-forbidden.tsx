import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { MissingScope } from '@/components/ui/feedback/missing-scope';

/** Shown instead of the ledger if inventory:read is missing. */
export function LedgerForbidden() {
  const t = useTranslations('products.ledger');
  return (
    <Card title={t('title')}>
      <MissingScope>{t('noScope')}</MissingScope>
    </Card>
  );
}
