'use client';

import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useMissingScopes } from '@/components/ui/scopes-context';
import type { AgreedPrice } from '@/lib/customers/person';
import { personOptions } from './customers-queries';
import { PersonBadges } from './person-badges';
import type { DeletePerson } from './person-data';

type KnownCustomerProps = {
  installId: string;
  phone: string;
  remove: DeletePerson;
  /** Fills the form's name and address from an earlier order. Returns false if nothing was filled. */
  onFill: (orderId: string) => Promise<boolean>;
  /**
   * Receives the prices that the person with the phone number agreed to before. Pass the same function in every render.
   */
  onPrices: (prices: readonly AgreedPrice[]) => void;
};

const loadDialog = () => import('./person-dialog').then(({ PersonDialog }) => PersonDialog);

/**
 * Short card about the person with a phone number that the user has just typed: earlier orders, refusals and open
 * quotes. The card shows nothing while it loads and for an unknown number. It changes the form only after a tap.
 */
export function KnownCustomer({ installId, phone, remove, onFill, onPrices }: KnownCustomerProps) {
  const t = useTranslations('person');
  const query = useQuery(personOptions(installId, phone));
  const { person = null, areOthersKept = false } = query.data ?? {};
  const [isOpen, setOpen] = useState(false);
  const renderDialog = useLazy(loadDialog, isOpen, () => setOpen(false));
  const [filling, setFilling] = useState<'no' | 'pending' | 'filled' | 'failed'>('no');
  const canRead = useMissingScopes('orders:read', 'clients:read').length === 0;
  useEffect(() => {
    onPrices(person?.prices ?? []);
    return () => onPrices([]);
  }, [person, onPrices]);
  if (query.isError)
    return (
      <p role="status" className="mt-3 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
        {t('failed')}
        <Button variant="quiet" pending={query.isFetching} onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      </p>
    );
  if (!person) return null;
  const [last] = person.orders;
  const number = () => <bdi key="number">{last?.number}</bdi>;
  const fill = async (orderId: string) => {
    setFilling('pending');
    const isFilled = await onFill(orderId).catch(() => false);
    setFilling(isFilled ? 'filled' : 'failed');
  };
  return (
    <section
      aria-label={t('known')}
      className="mt-4 flex flex-col gap-2 rounded-card border border-line bg-sunken px-4 py-3 text-sm"
      data-known-customer
    >
      <div role="status" className="flex flex-col gap-2">
        <p className="flex items-center gap-2 font-bold">
          <UserRound aria-hidden className="size-4 shrink-0" />
          {t('known')}
          {person.name && (
            <bdi className="min-w-0 font-semibold break-words text-ink-soft">{person.name}</bdi>
          )}
        </p>
        <PersonBadges person={person} areOthersKept={areOthersKept} />
        {person.orderCount === 0 && !areOthersKept && (
          <p className="text-xs text-ink-soft">{t('dialog.notKept')}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpen(true)} pending={isOpen && !renderDialog}>
          {t('details')}
        </Button>
        {last && canRead && (
          <Button
            className="h-auto whitespace-normal"
            pending={filling === 'pending'}
            onClick={() => void fill(last.id)}
          >
            <span>{t.rich('fill', { number })}</span>
          </Button>
        )}
      </div>
      <p role="status" className="empty:hidden">
        {filling === 'filled' && t.rich('filled', { number })}
        {filling === 'failed' && t('notFilled')}
      </p>
      {renderDialog?.({ installId, phone, remove, open: isOpen, onOpenChange: setOpen })}
    </section>
  );
}
