'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Banner } from '@/components/ui/feedback/banner';
import { useLiveRead } from '@/components/ui/live/use-live-read';
import { useSearchedUrl } from '@/components/ui/list/use-searched-url';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { useToast } from '@/components/ui/feedback/toast';
import { useRight, useRole } from '@/components/ui/role-context';
import { ScreenHeading } from '@/components/ui/screen-heading';
import { FoldMark } from '@/components/ui/fold-mark';
import { cashPath, readCashUrl } from '@/lib/cash/cash-list-url';
import { type CarrierView, type CashListItem, lateFromDays } from '@/lib/cash/cash-view';
import { groupBalances } from '@/lib/cash/sum-balances';
import { installPath } from '@/lib/shared/install-path';
import { cashKeys } from '@/lib/shared/read-keys';
import { BalanceList } from './balance-list';
import { PostingList } from '@/components/cash/book/posting-list';
import { UnrecordedList } from '@/components/cash/book/unrecorded-list';
import { CarrierList } from './carrier-list';
import { CashOrders } from './cash-orders';
import { cashBookOptions, type PostingSubject } from './cash-queries';
import { CashStart } from './cash-start';
import { CashTotals } from './cash-totals';
import type { Assigned } from './assign-many-dialog';
import { type CashActions, useCashWrite } from './use-cash-write';

type CashScreenProps = {
  installId: string;
  storeName: string;
  /** The store's own currency. The fees of carriers are amounts in this currency. */
  currency: { code: string; decimals: number };
  actions: Omit<CashActions, 'closeDay'>;
};

const PostDialog = dynamic(() => import('./post-dialog').then(({ PostDialog: dialog }) => dialog));
const AssignDialog = dynamic(() => import('./assign-dialog').then(({ AssignDialog: dialog }) => dialog));
const AssignManyDialog = dynamic(() =>
  import('./assign-many-dialog').then(({ AssignManyDialog: dialog }) => dialog),
);
const CarrierDialog = dynamic(() => import('./carrier-dialog').then(({ CarrierDialog: dialog }) => dialog));

/**
 * The subject of the open dialog: cash to record, the carrier of one or several orders, or a carrier to add or change.
 */
type Task =
  | { kind: 'cash'; subject: PostingSubject }
  | { kind: 'assign'; order: CashListItem }
  | { kind: 'assignMany'; hasUnread: boolean }
  | { kind: 'carrier'; carrier: CarrierView | null };

/**
 * Screen of the cash notebook. It shows how much cash is not in the store yet, what each carrier owes, and the orders
 * with open cash. It also shows the orders that are paid in the store and have no recorded cash, and the postings,
 * which the user can undo.
 */
export function CashScreen({ installId, storeName, currency, actions }: CashScreenProps) {
  const t = useTranslations('cash');
  const sheet = useTranslations('cashSheet');
  const day = useTranslations('cashDay');
  const deliveries = useTranslations('deliveries');
  const { filters, change } = useSearchedUrl(installId, readCashUrl, cashPath);
  const read = useQuery(cashBookOptions(installId));
  const [task, setTask] = useState<Task | null>(null);
  const [mayPost, maySee, role] = [useRight('post_cash'), useRight('see_cash'), useRole()];
  const mayFulfil = useRight('fulfil');
  const toast = useToast();
  const undo = useCashWrite<Assigned, Awaited<ReturnType<CashActions['unassign']>>>(
    actions.unassign,
    installId,
    () => toast({ text: t('assign.manyUndone') }),
    () => toast({ text: t('assign.manyUndoFailed'), tone: 'bad' }),
  );
  useLiveRead(cashKeys.all(installId), ({ kind }) => kind === 'cash' || kind === 'order' || kind === 'many');
  if (!maySee) return <RoleForbidden role={role} installId={installId} />;
  if (!read.data) return <ReadProblem heading="h1" error={read.error} onRetry={() => void read.refetch()} />;
  const { carriers, balances, postings, nextPosting = null, unreadCarriers = 0, unrecorded = [] } = read.data;
  const hasOwing = balances.some(({ carrierId }) => carrierId !== null);
  // The sums of the only carrier are those of the whole store, so they are shown once.
  const isOnly = groupBalances(balances).length === 1;
  const close = () => setTask(null);
  const record = (subject: PostingSubject) => setTask({ kind: 'cash', subject });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <ScreenHeading title={t('title')} />
        <p className="text-sm text-ink-soft">{t('hint')}</p>
        <details className="group text-sm text-ink-soft">
          <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1 font-semibold text-brand sm:min-h-6">
            {t('how')}
            <FoldMark />
          </summary>
          <p>{t('howHint')}</p>
        </details>
      </div>
      {read.isRefetchError && (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={<Button onClick={() => void read.refetch()}>{t('retry')}</Button>}
        />
      )}
      {!isOnly && <CashTotals installId={installId} balances={balances} />}
      <nav aria-label={t('work')}>
        <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
          {mayPost && (
            <Button asChild>
              <Link href={installPath(installId, '/cash/sheet')} prefetch={false}>
                {sheet('title')}
              </Link>
            </Button>
          )}
          <Button asChild>
            <Link href={installPath(installId, '/cash/day')} prefetch={false}>
              {day('title')}
            </Link>
          </Button>
          {mayFulfil && (
            <Button asChild>
              <Link href={installPath(installId, '/deliveries')} prefetch={false}>
                {deliveries('title')}
              </Link>
            </Button>
          )}
        </div>
      </nav>
      <Card title={t(isOnly ? 'totals.title' : 'balances.title')}>
        {balances.length === 0 ? (
          <CashStart
            installId={installId}
            hasCarriers={carriers.length > 0}
            onAdd={mayPost ? () => setTask({ kind: 'carrier', carrier: null }) : null}
          />
        ) : (
          <BalanceList
            installId={installId}
            storeName={storeName}
            balances={balances}
            carriers={carriers}
            unreadCarriers={unreadCarriers}
            isOnly={isOnly}
            onRecord={mayPost ? (carrierId, code) => record({ carrierId, currency: code }) : null}
            onEdit={mayPost ? (carrier) => setTask({ kind: 'carrier', carrier }) : null}
            onAssign={mayPost ? (hasUnread) => setTask({ kind: 'assignMany', hasUnread }) : null}
          />
        )}
        {isOnly && (
          <p className="mt-3 text-xs text-ink-soft">{t('totals.lateHint', { count: lateFromDays })}</p>
        )}
      </Card>
      {unrecorded.length > 0 && (
        <Card title={t('unrecorded.title')}>
          <UnrecordedList
            installId={installId}
            unrecorded={unrecorded}
            onRecord={
              mayPost ? (carrierId, code) => record({ carrierId, currency: code, state: 'paid' }) : null
            }
          />
        </Card>
      )}
      <CashOrders
        installId={installId}
        filters={filters}
        carriers={carriers}
        change={change}
        onRecord={mayPost ? (order) => record({ order }) : null}
        onAssign={mayPost ? (order) => setTask({ kind: 'assign', order }) : null}
      />
      <Card title={t('postings.title')}>
        <PostingList
          installId={installId}
          newest={{ postings, next: nextPosting }}
          undo={mayPost ? actions.undo : null}
        />
      </Card>
      <Card title={t(hasOwing ? 'carrier.others' : 'carrier.list')}>
        <CarrierList
          carriers={carriers.filter(({ id }) => !balances.some(({ carrierId }) => carrierId === id))}
          hasOwing={hasOwing}
          onEdit={mayPost ? (carrier) => setTask({ kind: 'carrier', carrier }) : null}
        />
      </Card>
      {task?.kind === 'cash' && (
        <PostDialog
          installId={installId}
          subject={task.subject}
          carriers={carriers}
          post={actions.post}
          onClose={close}
        />
      )}
      {task?.kind === 'assign' && (
        <AssignDialog
          installId={installId}
          order={task.order}
          carriers={carriers}
          assign={actions.assign}
          onAdd={() => setTask({ kind: 'carrier', carrier: null })}
          onClose={close}
        />
      )}
      {task?.kind === 'assignMany' && (
        <AssignManyDialog
          installId={installId}
          carriers={carriers}
          hasUnread={task.hasUnread}
          assign={actions.assignMany}
          onAdd={() => setTask({ kind: 'carrier', carrier: null })}
          onAssigned={(assigned) => {
            const count = assigned.orderIds.length;
            toast({
              text: t('assign.manyDone', { count }),
              ...(count > 0 && {
                action: { label: t('assign.undo'), onPress: () => void undo.send(assigned) },
              }),
            });
          }}
          onClose={close}
        />
      )}
      {task?.kind === 'carrier' && (
        <CarrierDialog
          installId={installId}
          carrier={task.carrier}
          carriers={carriers}
          currency={currency}
          save={actions.saveCarrier}
          onClose={close}
        />
      )}
    </div>
  );
}
