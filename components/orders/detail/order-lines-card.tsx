import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Printer } from 'lucide-react';
import { ProductImage } from '@/components/ui/product-image';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { MoneyText } from '@/components/ui/text/money-text';
import { NumberText } from '@/components/ui/text/number-text';
import type { OrderView } from '@/lib/orders/order-view';
import { OrderTotals } from './order-totals';
import { Menu } from '@/components/ui/overlay/menu';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { useRight } from '@/components/ui/role-context';
import { type PrintChoice, printPath } from '@/lib/shared/orders/print-path';

type OrderLinesCardProps = {
  view: OrderView;
  storeCurrency: { code: string; decimals: number };
  installId: string;
};

/** Card with the lines (ordered items) and totals of the order. */
export function OrderLinesCard({ view, storeCurrency, installId }: OrderLinesCardProps) {
  const t = useTranslations('order.lines');
  const { order, terms, pictures } = view;
  return (
    <Card
      title={t('title')}
      aside={
        <span className="-my-1.5 -me-4 flex items-center gap-1">
          <span className="text-sm text-ink-soft">{t('count', { count: order.items.length })}</span>
          <OrderPrintMenu installId={installId} orderId={order.id} />
        </span>
      }
    >
      <ul className="divide-y divide-line">
        {order.items.map((item) => (
          <li key={item.id} className="flex items-start gap-3 py-3 first:pt-0">
            <ProductImage
              src={(item.variant_id !== null && pictures[item.variant_id]) || null}
              alt=""
              className="size-10"
            />
            <div className="flex min-w-0 flex-1 flex-col gap-0.5">
              <span className="flex flex-wrap items-center gap-2 text-sm font-semibold">
                <bdi className="break-words">{item.name}</bdi>
                {item.kind === 'custom' && <Badge>{t('custom')}</Badge>}
              </span>
              <span className="text-sm text-ink-soft">
                <NumberText value={item.quantity} />
                <span aria-hidden> × </span>
                <MoneyText money={item.unit_price} />
              </span>
              {terms.storePrices[item.id] && (
                <span className="text-xs text-ink-soft">
                  {t.rich('storePrice', {
                    price: () => (
                      <MoneyText key="price" money={terms.storePrices[item.id] ?? item.unit_price} />
                    ),
                  })}
                </span>
              )}
            </div>
            <MoneyText money={item.total} className="text-sm font-semibold whitespace-nowrap" />
          </li>
        ))}
      </ul>
      <OrderTotals order={order} discountReason={terms.discountReason} storeCurrency={storeCurrency} />
    </Card>
  );
}

/**
 * Menu of the documents that can be printed for an order. Each entry opens a new tab, in which the user can
 * change the language and the paper size.
 */
function OrderPrintMenu({ installId, orderId }: { installId: string; orderId: string }) {
  const t = useTranslations('print');
  const mayPrint = useRight('see_personal_data');
  const entry = (kind: PrintChoice['kind'], paper: PrintChoice['paper']) => ({
    key: `${kind} ${paper}`,
    label: t(`kind.${kind}`),
    detail: t(`paper.${paper}`),
    href: printPath(installId, { orderId }, { kind, paper }),
    newTab: true,
  });
  const holder = useRef<HTMLSpanElement>(null);
  useShortcuts({ KeyP: () => holder.current?.querySelector('button')?.click() });
  return (
    <span ref={holder}>
      <Menu
        label={t('menu')}
        disabled={!mayPrint}
        icon={<Printer aria-hidden className="size-4" />}
        variant="quiet"
        entries={[
          entry('packing_slip', 'a4'),
          entry('packing_slip', '80mm'),
          { ...entry('label', 'a4'), divided: true },
          entry('label', '80mm'),
          { ...entry('invoice', 'a4'), divided: true },
          entry('invoice', '80mm'),
        ]}
      />
    </span>
  );
}
