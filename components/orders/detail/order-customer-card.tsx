'use client';

import { CloudOff, Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { PermissionButton } from '@/components/ui/feedback/permission-button';
import { useMissingScopes } from '@/components/ui/scopes-context';
import type { OrderView } from '@/lib/orders/order-view';
import { CustomerPhone } from '@/components/ui/text/customer-phone';
import { WhatsappMenu } from './whatsapp-menu';
import type { OrderMessages } from './use-send-message';
import { useRight, useRoleText } from '@/components/ui/role-context';

type OrderCustomerCardProps = {
  order: OrderView['order'];
  /**
   * True if the platform could not be read. The order then comes from our mirror (copy), which has no personal data
   * (D5).
   */
  stale: boolean;
  /**
   * Country code (ISO 3166) that is assumed for phone numbers without a country code; null if the country is unknown.
   */
  country: string | null;
  messages: OrderMessages;
  /** Renders what the app has stored about the person with the phone number. */
  person: (phone: string) => ReactNode;
};

/**
 * Card with the customer and how to contact them. If `order.customer` is undefined, the card shows the reason: a
 * permission is missing, or the platform could not be read. If `order.customer` has no name, phone and email, the order
 * has no customer (platform: OrderDetail, customer; U10).
 */
export function OrderCustomerCard({ order, stale, country, messages, person }: OrderCustomerCardProps) {
  const t = useTranslations('order.customer');
  const { customer } = order;
  return (
    <Card title={t('title')}>
      {customer ? (
        <Customer customer={customer} order={order} country={country} messages={messages} />
      ) : (
        <NotShown stale={stale} />
      )}
      {customer?.phone && person(customer.phone)}
    </Card>
  );
}

type CustomerProps = Omit<OrderCustomerCardProps, 'stale' | 'person'> & {
  customer: NonNullable<OrderView['order']['customer']>;
};

function Customer(props: CustomerProps) {
  const t = useTranslations('order.customer');
  const { first_name, last_name, phone, email } = props.customer;
  const name = [first_name, last_name].filter(Boolean).join(' ');
  if (!name && !phone && !email) return <p className="text-sm text-ink-soft">{t('none')}</p>;
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <bdi className="max-w-full self-start font-semibold break-words">{name || t('unnamed')}</bdi>
      {phone ? (
        <CustomerPhone
          phone={phone}
          country={props.country}
          renderWriting={(e164) => <WhatsappMenu e164={e164} order={props.order} messages={props.messages} />}
        />
      ) : (
        <p className="text-ink-soft">{t('noPhone')}</p>
      )}
      {email && (
        <p className="flex items-center gap-1">
          <a
            href={`mailto:${email}`}
            className="min-w-0 truncate text-brand underline-offset-2 hover:underline"
          >
            <bdi dir="ltr">{email}</bdi>
          </a>
          <CopyButton text={email} label={t('copyEmail')} labelHidden />
        </p>
      )}
    </div>
  );
}

/**
 * Placeholder for personal data. It is shown if the user's role or the app may not read the data, or if the platform
 * cannot be read.
 */
export function NotShown({ stale }: { stale: boolean }) {
  const t = useTranslations('order.customer');
  const isForbidden = useMissingScopes('clients:read').length > 0;
  const isRefused = !useRight('see_personal_data');
  const roleText = useRoleText();
  const isUnavailable = stale && !isForbidden && !isRefused;
  const Icon = isUnavailable ? CloudOff : Lock;
  return (
    <p className="flex items-start gap-2 text-sm text-ink-soft">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="flex flex-col gap-0.5">
        <span>{t(isUnavailable ? 'unavailable' : isRefused ? 'hiddenForRole' : 'hidden')}</span>
        {isRefused && <span className="text-xs">{roleText}</span>}
        {isForbidden && !isRefused && <PermissionButton scopes={['clients:read']} />}
      </span>
    </p>
  );
}
