import type { StopAnswer } from '@/lib/deliveries/stop-limits';
import type { FieldProblem } from 'commerce-platform-client/assumptions';
import type { OrderStatus } from 'commerce-platform-client/contract/orders';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import type { Money } from '@/lib/shared/numbers/money';
import type { NoRight } from '@/lib/shared/roles/roles';

/**
 * Customer and address of a stop, as they were when the delivery sheet was created. An empty text means that the value
 * is not known. `province` is the value in the order. `provinceName` has the names of the province; null if the store
 * has no names for it.
 */
export type StopContent = {
  name: string;
  phone: string;
  address: string;
  province: string;
  provinceName: { ar: string; en: string } | null;
  city: string;
  notes: string;
};

/** The stored result of a stop. `at` is RFC 3339. */
export type StopResultView = {
  id: string;
  answer: StopAnswer;
  paid: Money | null;
  reason: string;
  at: string;
};

/** Why an order must not be delivered: its status, or the store deleted it. */
export type OrderEnd = 'cancelled' | 'returned' | 'refunded' | 'deleted';

/**
 * An order on a delivery sheet. `content` is null after the personal data of the stop was deleted. It is also null while
 * the app may not read customers. Then `isHidden` is true; otherwise `isHidden` is missing.
 *
 * `due` is the amount that the driver collects. `open`: the open amount of the order when the sheet was created. It is
 * missing if it is `due`. If it is present, the merchant typed `due`, so nothing about `due` is uncertain.
 *
 * `earlierPaid`: the largest amount that an answer reported as collected before another answer from the link replaced
 * it; null if there was none.
 *
 * `partCarriers`: the carriers that already have or have delivered a part of the goods. The list is empty if no carrier
 * is named, and on the driver's page, which is public. It is missing if no such part is known, or if the sheet is
 * confirmed, or if the merchant typed the amount.
 *
 * `ended`: the order must not be delivered. It is missing if the order can be delivered, or if the sheet is confirmed.
 *
 * `pieces`: the number of pieces of the order, on the driver's page. It is missing if it is not known, or if it may differ
 * from what this driver has, because of several shipments or a refund.
 *
 * `refusal`: the present status of an order that the customer refused. `canFail`: the platform probably accepts the
 * status `delivered_failed` (A3). It is missing if the sheet is not confirmed, or if the status is not known.
 */
export type StopView = {
  id: string;
  orderId: string;
  number: string;
  due: Money;
  open?: Money;
  content: StopContent | null;
  isHidden?: true;
  result: StopResultView | null;
  earlierPaid: Money | null;
  partCarriers?: string[];
  ended?: OrderEnd;
  pieces?: number;
  refusal?: { status: OrderStatus; canFail: boolean };
};

/**
 * An order in the form of a new sheet. `customerName` is null if it is not known or may not be seen. `pieces`: the number
 * of pieces to deliver; null if it is not known, or if a part was already sent. `due` is the amount to collect; 0 if no
 * cash is expected. `partCarriers` is as in StopView. `ended`: no sheet can be created with this order.
 */
export type SheetOrder = {
  id: string;
  number: string;
  customerName: string | null;
  pieces: number | null;
  due: Money;
  partCarriers?: string[];
  ended?: OrderEnd;
};

/**
 * A selected order that the store deleted (`ended`), or that is not in the mirror (the app's copy of the store's data).
 * `number` is null if it is not known yet.
 */
export type MissingOrder = { id: string; number: string | null; ended?: 'deleted' };

/**
 * Returns true if the amount of a stop must be checked, because a part of its goods was already sent. Nothing is said of
 * a stop without cash, or of an order that must not be delivered.
 */
export const warnsOfPart = ({
  due,
  partCarriers,
  ended,
}: Pick<SheetOrder, 'due' | 'partCarriers' | 'ended'>): boolean =>
  partCarriers !== undefined && due.amount_minor > 0 && ended === undefined;

/** A driver who can be chosen. `needsDigits`: the driver's page asks for the last four digits of the phone. */
export type Driver = { id: string; name: string; needsDigits: boolean };

/** Maximum number of drivers that a user can choose from. */
export const driversShown = 200;

/** The first drivers by name. `isCut`: the store has more than `driversShown` drivers. */
export type DriverList = { drivers: Driver[]; isCut: boolean };

/**
 * State of a delivery sheet.
 *
 * - `open`: the driver may answer.
 * - `unfinished`: a merchant has confirmed the sheet, but a step of the confirmation has not been done yet.
 * - `confirmed`: everything is recorded.
 */
export type SheetState = 'open' | 'unfinished' | 'confirmed';

/**
 * A sheet in the list. `collected`: the amounts of all answers, one for each currency, but without those of an
 * undone posting. `toCollect`: what the driver
 * collects in all, one sum for each currency; empty after the sheet was confirmed. `isAtMost`: the sum is an upper
 * limit. `isDayOver`: the day of the sheet is before today in the store. `isCashRefused`: the cash notebook refused the
 * amounts, and nobody has recorded all of them by hand. `notDelivered`: number of delivered orders that the platform
 * did not set to delivered. `hasLink`: the driver's link works. If it is missing, the state of the link is not known.
 */
export type SheetItem = {
  id: string;
  day: string;
  driver: string;
  stops: number;
  answered: number;
  collected: Money[];
  toCollect: { money: Money; isAtMost: boolean }[];
  isDayOver: boolean;
  isCashRefused: boolean;
  notDelivered: number;
  hasLink?: boolean;
  state: SheetState;
};

/** Maximum number of delivery sheets that the list shows. */
export const sheetsShown = 100;

/** The list of delivery sheets. `isCut`: the store has more than `sheetsShown` sheets. */
export type SheetList = { sheets: SheetItem[]; isCut: boolean };

/**
 * A delivery sheet with its stops in the sequence of delivery.
 *
 * - `link`: secret token of the driver's link, and the time at which the link expires (RFC 3339); null if there is no
 *   link
 * - `driverPhone`: empty if it is not known
 * - `needsDigits`: the driver's page asks for the last four digits of the driver's phone number
 * - `areDigitsClosed`: too many wrong digits were typed at the link
 * - `isDayOver`: the day of the sheet is before today in the store
 * - `isCashRefused`: the cash notebook refused the amounts, and nobody has recorded all of them by hand
 * - `deletedPaid`: the paid orders whose amounts are not in the cash notebook, because the store deleted the orders
 * - `toShip`: ids of the orders that must be shipped first, because the platform sets only a shipped order to delivered.
 *   Orders that a customer refused are left out
 * - `notDelivered`: number of delivered orders that the platform did not set to delivered, because it refused the change
 *   or the outcome is not known
 * - `runId`: id of the bulk run that sets the orders to delivered; null if the sheet is not confirmed
 */
export type SheetView = {
  id: string;
  day: string;
  driver: string;
  driverPhone: string;
  needsDigits: boolean;
  note: string;
  stops: StopView[];
  link: { token: string; until: string } | null;
  areDigitsClosed: boolean;
  state: SheetState;
  isDayOver: boolean;
  confirmedName: string | null;
  isCashRefused: boolean;
  deletedPaid: { number: string; paid: Money }[];
  toShip: string[];
  notDelivered: number;
  runId: string | null;
};

/** Refusals that every action of delivery sheets can return. */
export type DeliveryRefusal =
  | { code: 'invalid'; status: 400; fields: FieldProblem[] }
  | { code: 'signed_out' | 'reconnect'; status: 401 }
  | { code: 'not_found'; status: 404 }
  | NoRight;

/**
 * An order that should not be on a second delivery sheet without a warning, and the reason. The sheet is the newest open
 * sheet that has the order. `day` is YYYY-MM-DD.
 */
export type RepeatedOrder = { id: string; number: string } & (
  | { why: RepeatedStatus }
  | { why: 'on_sheet'; sheetId: string; driver: string; day: string }
);

/** What probably happened to an order already: a delivery, or a refund of all or a part of its payments. */
export type RepeatedStatus = 'delivered' | 'refunded' | 'partly_refunded';

/**
 * Outcome of creating a delivery sheet.
 *
 * - `orders_unread`: these orders could not be read now, so nothing was stored.
 * - `customers_hidden`: the app may not read customers.
 * - `day_out`: the day is over, or too far ahead.
 * - `orders_ended`: the store cancelled or deleted these orders, or their goods came back, so nothing was stored.
 * - `repeated`: these orders are already on another open sheet, delivered or refunded, so nothing was stored. A server of
 *   an earlier release does not send `orders`.
 */
export type CreateSheetOutcome =
  | { code: 'created'; status: 200; sheetId: string }
  | { code: 'reused'; status: 409 }
  | { code: 'no_driver'; status: 404 }
  | { code: 'orders_unread'; status: 503; count: number }
  | { code: 'orders_ended'; status: 409; orders: { id: string; number: string }[] }
  | { code: 'day_out'; status: 422 }
  | { code: 'repeated'; status: 409; numbers: string[]; orders?: RepeatedOrder[] }
  | { code: 'customers_hidden'; status: 403 };

/** Outcome of making or withdrawing a link. `too_late`: the delivery sheet is confirmed, or its last day is over. */
export type SheetLinkOutcome = { code: 'saved'; status: 200 } | { code: 'too_late'; status: 409 };

/**
 * Outcome of a confirmation.
 *
 * - `changed`: the driver has answered in the meantime.
 * - `confirmed_by_other`: the delivery sheet was confirmed with other results, which are stored.
 * - `nothing`: no stop has a result.
 * - `due_changed`: these orders have another open amount than the screen showed, and nothing was stored.
 * - `missing_scope`: the app lacks a permission for the bulk run.
 * - `unfinished`: the results are stored, but the bulk run could not start. Confirming again starts it.
 */
export type ConfirmSheetOutcome =
  | { code: 'confirmed'; status: 200 }
  | { code: 'changed' | 'confirmed_by_other' | 'nothing' | 'unfinished'; status: 409 }
  | { code: 'due_changed'; status: 409; stops: ChangedDue[] }
  | { code: 'missing_scope'; status: 403; scope: Scope };

/**
 * Outcome of shipping the orders of a sheet.
 *
 * - `started`: the bulk run with the id `runId` ships the orders.
 * - `all_shipped`: no order is left to ship.
 * - `not_started`: the run could not be started, so nothing was shipped.
 */
export type ShipSheetOutcome =
  | { code: 'started'; status: 200; runId: string }
  | { code: 'all_shipped' | 'not_started'; status: 409 }
  | { code: 'missing_scope'; status: 403; scope: Scope };

/** Outcome of setting a refused order to the status `delivered_failed`, as the order page's action returns it. */
export type SetFailedOutcome = OperationOutcome<{ orderId: string }>;

/** A stop whose order has another open amount now than the screen showed. */
export type ChangedDue = { stopId: string; number: string; due: Money };
