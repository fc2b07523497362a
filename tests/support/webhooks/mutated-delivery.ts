import fc from 'fast-check';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import { type DeliveryParts, withHeaders } from './delivery';

/**
 * Generates changed copies of a valid webhook delivery. Each change is in a part of the delivery that the signature
 * covers, or in the id of the sender. There are three kinds of changes:
 * - Bytes of the body are flipped, inserted, removed or moved.
 * - The body contains the same JSON, written differently.
 * - The timestamp, the signature or the install id is replaced.
 */
export function mutationOf(original: DeliveryParts, otherInstallId: string): fc.Arbitrary<DeliveryParts> {
  return fc
    .oneof(mutatedBody(original), mutatedHeaders(original, otherInstallId))
    .filter((parts) => !isSame(parts, original));
}

function mutatedBody(original: DeliveryParts): fc.Arbitrary<DeliveryParts> {
  const bytes = Buffer.from(original.body);
  const text = bytes.toString('utf8');
  const json: unknown = JSON.parse(text);
  const at = fc.nat(bytes.length - 1);
  const span = fc.tuple(at, at).map((ends) => ends.toSorted((a, b) => a - b));
  const some = fc.uint8Array({ minLength: 1, maxLength: 16 });
  return fc
    .oneof(
      fc.tuple(at, fc.integer({ min: 1, max: 255 })).map(([index, mask]) => {
        const flipped = Buffer.from(bytes);
        flipped[index] = (flipped[index] ?? 0) ^ mask;
        return flipped;
      }),
      fc.tuple(at, some).map(([index, put]) => splice(bytes, index, index, put)),
      fc.tuple(span, some).map(([[from, to], put]) => splice(bytes, from, to, put)),
      span.map(([from, to]) => splice(bytes, from, to)),
      at.map((end) => bytes.subarray(0, end)),
      some.map((tail) => Buffer.concat([bytes, tail])),
      // Swaps two adjacent parts of the body of the delivery.
      fc.tuple(at, at, at).map((cuts) => {
        const [first = 0, second = 0, third = 0] = cuts.toSorted((a, b) => a - b);
        return Buffer.concat([
          bytes.subarray(0, first),
          bytes.subarray(second, third),
          bytes.subarray(first, second),
          bytes.subarray(third),
        ]);
      }),
      fc
        .constantFrom(
          JSON.stringify(json, null, 1),
          JSON.stringify(json, null, '\t'),
          `${text}\n`,
          ` ${text}`,
          `\uFEFF${text}`,
          text.replaceAll('/', '\\/').replaceAll(':', ': '),
          text.replaceAll('"', "'"),
          text.replace('"topic"', '"\\u0074opic"'),
          JSON.stringify(reversed(json)),
          text.replace(/}$/, ',"test":true}'),
          `[${text}]`,
        )
        .map((again) => Buffer.from(again)),
      fc.constantFrom('utf16le' as const, 'latin1' as const).map((encoding) => Buffer.from(text, encoding)),
    )
    .map((body) => ({ ...original, body }));
}

function mutatedHeaders(original: DeliveryParts, otherInstallId: string): fc.Arbitrary<DeliveryParts> {
  const hex = original.headers[deliveryHeaders.signature] ?? '';
  const timestamp = Number(original.headers[deliveryHeaders.timestamp]);
  const digit = fc.tuple(fc.nat(63), fc.integer({ min: 1, max: 15 }));
  const signature = fc.oneof(
    digit.map(([at, step]) => {
      const other = (Number.parseInt(hex[at] ?? '0', 16) + step) % 16;
      return hex.slice(0, at) + other.toString(16) + hex.slice(at + 1);
    }),
    fc.nat(63).map((end) => hex.slice(0, end)),
    fc.string({ minLength: 1, maxLength: 4 }).map((more) => hex + more),
    fc.string(),
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map((random) => Buffer.from(random).toString('hex')),
    fc.constantFrom(
      '0'.repeat(64),
      `sha256=${hex}`,
      ` ${hex}`,
      `${hex},${hex}`,
      Buffer.from(hex, 'hex').toString('base64'),
      [...hex].reverse().join(''),
    ),
  );
  const written = fc.oneof(
    fc.integer({ min: -290, max: 290 }).map((seconds) => String(timestamp + seconds)),
    fc.constantFrom(
      `0${timestamp}`,
      `+${timestamp}`,
      `${timestamp}.0`,
      `${timestamp} `,
      `${timestamp}000`,
      '1e9',
      '',
    ),
  );
  const install = fc.oneof(
    fc.constantFrom(otherInstallId, 'inst_x', '', '__proto__', 'constructor'),
    fc.string({ maxLength: 40 }),
  );
  return fc.oneof(
    signature.map((value) => withHeaders(original, { [deliveryHeaders.signature]: value })),
    written.map((value) => withHeaders(original, { [deliveryHeaders.timestamp]: value })),
    install.map((value) => withHeaders(original, { [deliveryHeaders.installId]: value })),
    fc
      .constantFrom(deliveryHeaders.signature, deliveryHeaders.timestamp, deliveryHeaders.installId)
      .map((name) => withHeaders(original, { [name]: undefined })),
  );
}

/** Returns true if the mutation did not change the delivery, so that the delivery is still valid. */
function isSame(parts: DeliveryParts, original: DeliveryParts): boolean {
  const signedBy = ({ headers }: DeliveryParts) =>
    [deliveryHeaders.timestamp, deliveryHeaders.installId, deliveryHeaders.signature].map(
      (name) => headers[name],
    );
  return (
    Buffer.from(parts.body).equals(Buffer.from(original.body)) &&
    JSON.stringify(signedBy(parts)) === JSON.stringify(signedBy(original))
  );
}

const splice = (bytes: Buffer, from = 0, to = 0, put: Uint8Array = Buffer.alloc(0)) =>
  Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(to)]);

const reversed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).reverse())
    : value;
