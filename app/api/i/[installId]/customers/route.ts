import { areOthersKept, findPerson } from '@/lib/customers/find-person.server';
import { PersonQuery } from '@/lib/customers/person-query';
import { readPhone } from '@/lib/shared/phone';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Rate limit per install for searches of the person with a phone number: a burst of 60, then 60 a minute (S13). The
 * limit slows down anyone who tries many phone numbers to find out which ones the store has.
 */
const questions = createTokenBuckets({ capacity: 60, refillPerSecond: 1, keysMax: 10_000 });

/**
 * Returns what the app has stored about the person with a phone number. `isNoPhone` is true if the text is not a valid
 * phone number. `areOthersKept`: orders that the app did not create are searched too. The number is
 * posted in the body, because a URL must not contain a customer's phone (S8). This request changes no data.
 */
export const POST = readRoute('see_personal_data', async (context, request) => {
  if (!isOwnOrigin(request.headers)) return answer(403, 'foreign_origin');
  const query = PersonQuery.parse(await request.json().catch(() => null));
  if (questions.take(context.installId) > 0) return answer(429, 'busy');
  // readPhone refuses some numbers that the platform accepts. The app stores no person under a number that readPhone
  // refuses, so the response is that nobody is known.
  const found = readPhone(query.phone, context.store.country).ok
    ? { person: await findPerson(context, query) }
    : { person: null, isNoPhone: true };
  const body = { ...found, areOthersKept: await areOthersKept(context) };
  return Response.json(body, { headers: { 'cache-control': 'no-store' } });
});
