import { z } from 'zod';
import {
  draftVersion,
  type NewOrderDraft,
  pictureUrlLengthMax,
} from '@/lib/orders/new-order/new-order-draft';
import { ExchangeRate } from 'commerce-platform-client/contract/common';
import { PlatformId } from 'commerce-platform-client/contract/ids';
import { Text } from 'commerce-platform-client/contract/text';

/**
 * Maximum lengths of texts in a saved draft. They are higher than the limits that the form reports to the user
 * (readDraft). So an entry that is too long for an order can still be saved in a draft. A text that is too long for a
 * draft cannot come from the form and is refused.
 */
const short = Text.max(300);
const long = Text.max(20_000);
const currency = Text.max(20);

const DraftLine = z.object({
  variantId: Text.max(128).nullable(),
  name: Text.max(2_000),
  sku: short.nullable(),
  quantity: short,
  price: short,
  cataloguePriceMinor: z.int().nullable(),
  availableQuantity: z.int().nullable(),
  imageUrl: Text.max(pictureUrlLengthMax).nullish(),
  agreedIn: currency.optional(),
});

/**
 * Schema of a saved draft of an order, for drafts that the browser sends or keeps. A draft with another `version` is
 * refused completely. A saved draft may be incomplete, because readDraft checks it before the order is sent.
 */
export const NewOrderDraftSchema = z.object({
  version: z.literal(draftVersion, { error: 'a draft of another version of the app' }),
  mode: z.enum(['create', 'quote']),
  status: z.enum(['placed', 'approved']),
  currency: z.object({ code: currency, decimals: z.int().min(0).max(18) }),
  exchange: z
    .object({
      text: short,
      inverse: z.boolean(),
      store: ExchangeRate.extend({ asOf: short.nullable() }).nullable(),
    })
    .nullable(),
  lines: z.array(DraftLine).max(200),
  discount: z.object({ amount: short, title: Text.max(2_000), agreedIn: currency.optional() }),
  method: z.enum(['pickup', 'delivery', '']),
  fee: short,
  feeIn: currency.optional(),
  address: z.object({ address: long, province: short, city: Text.max(2_000), notes: long }),
  customer: z.object({ name: Text.max(2_000), phone: short, email: short }),
  paymentMethod: short,
  note: long,
  tags: z.array(short).max(100),
  attributes: z
    .array(
      z.object({
        key: z.string().regex(/^[a-z0-9_.-]{1,64}$/),
        value: z.union([Text.max(1_000), z.number(), z.boolean()]),
      }),
    )
    .max(20),
  inventory: z.enum(['decrement', 'skip']),
  replaces: z.object({ orderId: PlatformId, orderNumber: short }).optional(),
  operation: z
    .object({
      id: z.uuid(),
      outcomeUnknown: z.boolean(),
      earlier: z.object({ id: z.uuid(), code: z.enum(['operation_reused', 'needs_review']) }).optional(),
    })
    .optional(),
}) satisfies z.ZodType<NewOrderDraft>;

/**
 * Schema of a draft in the database. While a release is rolled out, the previous release reads the same drafts, and it
 * refuses an empty delivery method. So a draft without a method is stored as a pickup with the mark `isMethodOpen`,
 * which the previous release ignores.
 */
export const StoredDraft = NewOrderDraftSchema.extend({ isMethodOpen: z.boolean().optional() }).transform(
  ({ isMethodOpen, ...draft }): NewOrderDraft => (isMethodOpen ? { ...draft, method: '' } : draft),
);

/** Returns a draft in the form in which the database stores it. */
export const storedDraft = (draft: NewOrderDraft): z.input<typeof StoredDraft> =>
  draft.method === '' ? { ...draft, method: 'pickup', isMethodOpen: true } : draft;
