import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import {
  pricingTotalMinor,
  suggestedExchange,
  withCurrency,
} from '@/lib/orders/new-order/new-order-currency';
import {
  type ComposerStore,
  type DraftLine,
  draftTotals,
  emptyDraft,
  type NewOrderDraft,
} from '@/lib/orders/new-order/new-order-draft';
import { readDraft } from '@/lib/orders/new-order/read-draft';
import { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import { readPhone } from '@/lib/shared/phone';
import { createOrder } from '@/sandbox/domain/orders/create-order';
import { projectOrder } from '@/sandbox/domain/orders/order-answers';
import { isRefusal } from '@/sandbox/domain/refusal';
import { seedRows } from '@/tests/integration/sandbox/orders/seeded-rows';
import { testScale } from '@/tests/support/stack/test-scale';

// Number of generated orders. At full test size (13,000 orders), about 10,000 orders are valid. The other orders have
// amounts that are too large for the platform.
const numRuns = Math.max(500, Math.round(13_000 * testScale));
const decimalsOf: Record<string, number> = { SYP: 0, USD: 2, EUR: 2, KWD: 3, JOD: 3, LBP: 0 };
const codes = Object.keys(decimalsOf);

type Case = {
  pricing: string;
  order: string;
  rate: { scaled: number; scale: number };
  lines: { quantity: number; minor: number; isCatalogue: boolean }[];
  /**
   * Discount in thousandths of the sum of the lines, from 0 to 1,000, so that the discount is never larger than the
   * sum.
   */
  discount: number;
  fee: number;
  delivery: boolean;
};

const cases: fc.Arbitrary<Case> = fc.record({
  pricing: fc.constantFrom(...codes),
  order: fc.constantFrom(...codes),
  rate: fc.record({
    scaled: fc.oneof(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 2 ** 40 })),
    scale: fc.integer({ min: 3, max: 12 }),
  }),
  lines: fc.array(
    fc.record({
      quantity: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }) },
        fc.integer({ min: 1, max: 1_000_000 }),
      ),
      minor: fc.oneof(fc.nat(1_000), fc.nat(50_000_000), fc.nat(2 ** 36)),
      isCatalogue: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  discount: fc.oneof(fc.constant(0), fc.nat(1_000)),
  fee: fc.oneof(fc.constant(0), fc.nat(9_000_000)),
  delivery: fc.boolean(),
});

/**
 * Divides big integers and rounds half up. The test has its own arithmetic and shares no function with the app. If the
 * two shared a function, an error in it would be in both results, and the test would not find it.
 */
const half = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator);
const ten = (power: number) => 10n ** BigInt(power);
const isSafe = (value: bigint) => value <= BigInt(Number.MAX_SAFE_INTEGER);
const textOf = (minor: bigint, decimals: number) => {
  const digits = minor.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

const world = seedRows('composer-totals', 0, Date.UTC(2026, 10, 22));
const [seeded] = world.stores.values();
if (!seeded) throw new Error('the seed has no store');
const context = { world, actor: { kind: 'customer' as const }, idempotencyKey: null };
const caller: Parameters<typeof createOrder>[3] = {
  appId: 'app',
  appOrigin: 'https://daftar.example',
  policy: 'public',
};

/**
 * Computes the total of the same order in three ways: with the new-order form, with the sandbox, and with big
 * integers. All three must agree.
 */
function check({ pricing, order, rate, lines, discount, fee, delivery }: Case): 'sold' | 'too large' {
  const isForeign = pricing !== order;
  const [from, to] = [decimalsOf[pricing] ?? 2, decimalsOf[order] ?? 2];
  const sold = world.stores.put({
    ...(seeded as NonNullable<typeof seeded>),
    currency: pricing,
    allowed_currencies: [...new Set([pricing, order])],
    rates: isForeign ? { [order]: rate } : {},
  });
  const store: ComposerStore = {
    country: 'SY',
    pricingCurrency: { code: pricing, decimals: from },
    currencies: sold.allowed_currencies.map((code) => ({
      code,
      decimals: decimalsOf[code] ?? 2,
      areDecimalsTaken: false,
      rate: code === pricing ? null : rate,
    })),
    ratesAsOf: null,
    paymentMethods: sold.payment_methods.map(({ id }) => ({ id, walletId: null })),
    provinces: sold.provinces,
  };
  const prices = lines.map(({ minor, isCatalogue }) =>
    isCatalogue && isForeign
      ? half(BigInt(minor) * BigInt(rate.scaled) * ten(to), ten(from + rate.scale))
      : BigInt(minor),
  );
  const sum = lines.reduce((total, { quantity }, at) => total + BigInt(quantity) * (prices[at] ?? 0n), 0n);
  const off = (sum * BigInt(discount)) / 1_000n;
  const sent = delivery ? BigInt(fee) : 0n;
  const total = sum - off + sent;

  const blank = emptyDraft(store);
  const typed = (at: number): DraftLine => ({
    variantId: null,
    name: 'x',
    sku: null,
    quantity: String(lines[at]?.quantity),
    availableQuantity: null,
    ...(lines[at]?.isCatalogue
      ? { price: textOf(BigInt(lines[at].minor), from), cataloguePriceMinor: lines[at].minor }
      : { price: '', cataloguePriceMinor: null }),
  });
  const abroad = withCurrency({ ...blank, lines: lines.map((_, at) => typed(at)) }, store, order);
  const draft: NewOrderDraft = {
    ...abroad,
    // The currency of the order was changed. So a line without a catalogue price needs a new price in the new currency.
    lines: abroad.lines.map((line, at) =>
      line.cataloguePriceMinor === null ? { ...line, price: textOf(prices[at] ?? 0n, to) } : line,
    ),
    discount: { amount: off === 0n ? '' : textOf(off, to), title: '' },
    method: delivery ? 'delivery' : 'pickup',
    fee: textOf(BigInt(fee), to),
    address: { address: 'x', province: sold.provinces[0]?.value ?? '', city: '', notes: '' },
    customer: { name: 'x', phone: '+963944123456', email: '' },
  };
  const reading = readDraft(draft, store, readPhone);
  if (!prices.every(isSafe) || !isSafe(sum + sent) || !reading.ok) {
    // The form may refuse the draft only if an amount is too large for the platform.
    expect([...prices, sum + sent].every(isSafe)).toBe(false);
    expect(reading.ok).toBe(false);
    return 'too large';
  }
  const created = createOrder(context, sold, CreateOrderBody.parse(reading.value), caller);
  if (isRefusal(created)) throw new Error(created.message);
  const sandbox = projectOrder(created);
  const composer = draftTotals(draft, to);
  expect([composer.subtotalMinor, composer.totalMinor].map(String)).toEqual([sum, total].map(String));
  expect([sandbox.subtotal, sandbox.total].map((money) => String(money.amount_minor))).toEqual(
    [sum, total].map(String),
  );
  expect(sandbox.total.decimals).toBe(to);
  if (isForeign) {
    expect(created.exchange_rate).toEqual(suggestedExchange(store, order) && rate);
    const back = half(total * ten(from + rate.scale), ten(to) * BigInt(rate.scaled));
    expect(pricingTotalMinor(draft, store)).toBe(isSafe(back) ? Number(back) : null);
  }
  return 'sold';
}

describe("the composer's total", () => {
  it("CRE-12: equals the platform's total and the exact total, to the last minor unit", () => {
    const seen = { sold: 0, 'too large': 0 };
    fc.assert(
      fc.property(cases, (one) => {
        seen[check(one)]++;
      }),
      { numRuns },
    );
    console.log(`${numRuns} orders:`, seen);
    expect(seen.sold).toBeGreaterThan(numRuns / 2);
  });

  it('D7: is computed without floats: no division, no parsing or rounding of floats', () => {
    const path = [
      'lib/shared/numbers/money.ts',
      'lib/shared/numbers/exchange-rate.ts',
      'lib/orders/new-order/new-order-draft.ts',
      'lib/orders/new-order/new-order-currency.ts',
    ];
    expect(path.flatMap(floatsIn)).toEqual([]);
  });
});

/**
 * Returns each expression in a source file that may create a floating-point number: / and % outside big integers,
 * parseFloat, toFixed, Math.round and similar functions.
 */
function floatsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const note = (node: ts.Node) => found.push(`${file}: ${node.getText()}`);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const callee = node.expression.getText();
      if (/parseFloat|toFixed|toPrecision|^Math\.(?!max$|min$|abs$)/.test(callee)) note(node);
    }
    if (ts.isNumericLiteral(node) && /[.e]/i.test(node.text)) note(node);
    const isDivision =
      ts.isBinaryExpression(node) &&
      [ts.SyntaxKind.SlashToken, ts.SyntaxKind.PercentToken].includes(node.operatorToken.kind);
    // A division of big integers is allowed. The test recognizes such a division by an operand such as 10n or
    // BigInt(...), or by a name that contains "denominator".
    if (isDivision && !/\d+n\b|BigInt\(|denominator/.test(node.getText())) note(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
