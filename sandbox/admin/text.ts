import type { OrderStatus, paymentStatuses } from 'commerce-platform-client/contract/orders';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import type { TimelineRow } from '@/sandbox/world/records';

export type Language = 'ar' | 'en';

/** The outcome of a form action. The page after the redirect shows it as a message. */
export type Done =
  | 'bought'
  | 'sold'
  | 'nothing_for_sale'
  | 'remitted'
  | 'nothing_unpaid'
  | 'status_set'
  | 'status_refused'
  | 'scopes_set'
  | 'uninstalled'
  | 'stepped';

/** The texts that each language of the store admin must provide. */
export type Texts = {
  admin: string;
  comma: string;
  stores: string;
  pickStore: string;
  pickStoreIntro: string;
  orders: string;
  products: string;
  apps: string;
  appsIntro: string;
  appSummary: string;
  install: string;
  open: string;
  uninstall: string;
  installed: string;
  back: string;
  order: string;
  date: string;
  status: string;
  payment: string;
  source: string;
  total: string;
  customer: string;
  walkIn: string;
  buy: string;
  buyHint: string;
  sell: string;
  sellHint: string;
  remit: string;
  remitHint: string;
  moveTo: string;
  moveToHint: string;
  changeScopes: string;
  changeScopesIntro: string;
  agreementShort: string;
  save: string;
  more: (what: string) => string;
  less: (what: string) => string;
  tour: string;
  portal: string;
  docs: string;
  done: Record<Done, string>;
  items: string;
  quantity: string;
  price: string;
  subtotal: string;
  discount: string;
  shipping: string;
  paid: string;
  refunded: string;
  timeline: string;
  tags: string;
  references: string;
  note: string;
  none: string;
  olderOrders: string;
  product: string;
  variants: string;
  stock: string;
  notFound: string;
  consentTitle: (app: string) => string;
  /** Title of the consent page if the app is already installed and requests more scopes. */
  consentAgainTitle: (app: string) => string;
  consentGranted: string;
  acceptAgain: string;
  consentIntro: (app: string, store: string) => string;
  agreement: string;
  accept: string;
  deny: string;
  refusedTitle: string;
  refusedIntro: string;
  chooseStore: string;
  sources: Record<string, string>;
  statuses: Record<OrderStatus, string>;
  payments: Record<(typeof paymentStatuses)[number], string>;
  stockStates: Record<string, string>;
  events: Record<TimelineRow['kind'], string>;
  scopes: Record<Scope, string>;
};
