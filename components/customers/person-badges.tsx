import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { Person } from '@/lib/customers/person';

type PersonBadgesProps = {
  person: Pick<Person, 'orderCount' | 'refused' | 'quotes'>;
  /**
   * Whether the orders that the app did not create are searched too. If they are not, the app cannot know that the
   * person has no order.
   */
  areOthersKept: boolean;
};

/** Summary of a person in a few words: number of orders, refused orders, and open quotes. */
export function PersonBadges({ person, areOthersKept }: PersonBadgesProps) {
  const t = useTranslations('person');
  const { orderCount, refused, quotes } = person;
  const open = quotes.filter(({ isOpen }) => isOpen);
  const [only] = open;
  return (
    <ul className="flex flex-wrap gap-2">
      <li>
        <Badge tone={orderCount > 0 ? 'brand' : 'neutral'}>
          {orderCount > 0 || areOthersKept ? t('orders', { count: orderCount }) : t('noKeptOrder')}
        </Badge>
      </li>
      {refused > 0 && (
        <li>
          <Badge tone="warn">{t('refused', { count: refused })}</Badge>
        </li>
      )}
      {only && (
        <li>
          <Badge tone="info">
            {open.length === 1
              ? t.rich('openQuote', { number: () => <bdi key="number">{only.number}</bdi> })
              : t('openQuotes', { count: open.length })}
          </Badge>
        </li>
      )}
    </ul>
  );
}
