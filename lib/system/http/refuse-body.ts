import { type BodyLimits, readWebBody } from '@/lib/system/http/read-body';

/** Why a body is refused. */
export type BodyRefusal = { status: 413; code: 'payload_too_large' } | { status: 503; code: 'overloaded' };

type Body = { headers: Headers; body: ReadableStream<Uint8Array> | null };

/**
 * Maximum number of bodies above the usual limit that are counted at the same time. Browsers send the length of a body,
 * so only other clients make the app count one.
 */
const largeMax = 4;
let large = 0;

/**
 * Returns why a request body is refused; null if it is within the limits. A chunked body has no content-length, so its
 * bytes are counted. Counting reads a copy of the body; Next passes another copy to the page.
 *
 * @param isLarge whether the limits are above those of other requests, so that only few bodies may be counted at once
 */
export async function refuseBody(
  { headers, body }: Body,
  limits: BodyLimits,
  isLarge: boolean,
): Promise<BodyRefusal | null> {
  const length = headers.get('content-length');
  if (length !== null) return Number(length) > limits.bytesMax ? tooLarge : null;
  if (!isLarge) return count(body, limits);
  if (large >= largeMax) return overloaded;
  large += 1;
  try {
    return await count(body, limits);
  } finally {
    large -= 1;
  }
}

async function count(body: Body['body'], limits: BodyLimits): Promise<BodyRefusal | null> {
  const outcome = await readWebBody(body, limits);
  if (outcome === 'too_large') return tooLarge;
  return outcome === 'overloaded' ? overloaded : null;
}

const tooLarge: BodyRefusal = { status: 413, code: 'payload_too_large' };
const overloaded: BodyRefusal = { status: 503, code: 'overloaded' };
