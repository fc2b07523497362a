import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { MissingScope } from '@/components/ui/feedback/missing-scope';

/** Stands where the ledger would, without inventory:read. */
export function LedgerForbidden() {
  const t = useTranslations('products.ledger');
  return (
    <Card title={t('title')}>
      <MissingScope>{t('noScope')}</MissingScope>
    </Card>
  );
}
