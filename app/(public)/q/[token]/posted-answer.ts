import { z } from 'zod';
import { CustomerAnswer } from '@/lib/quotes/quote-commands';
import { latinDigits } from '@/lib/shared/numbers/money';
import { type BodyOutcome, readWebBody } from '@/lib/system/http/read-body';
import type { Typed } from './shown-quote';

/**
 * Limits of the posted form: its size, and the time until all of it has arrived. Even in percent-encoded
 * Arabic, the name, the message and the reason stay far below 16 KiB. Only a request that was not made by our
 * form reaches the limit.
 */
const bodyLimits = { bytesMax: 16 * 1024, timeoutMs: 5_000 };

export type ReadAnswer =
  | { code: 'answer'; answer: CustomerAnswer; typed: Typed }
  /**
   * The customer typed fewer than four digits. The app does not compare these digits with the phone number
   * and does not count them as a wrong try.
   */
  | { code: 'digits_missing'; typed: Typed };

export type PostedAnswer = ReadAnswer | { code: 'too_large' } | { code: 'unreadable' };

const Form = z.object({
  intent: CustomerAnswer.shape.intent,
  version: CustomerAnswer.shape.version,
  digits: z.string().default(''),
  name: z.string().default(''),
  message: z.string().default(''),
  reason: z.string().default(''),
});

/**
 * Reads the form that the customer posted. Fields that our form does not have, such as prices and quantities, are
 * ignored.
 */
export async function readAnswer(request: Request): Promise<PostedAnswer> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? ''))
    return { code: 'unreadable' };
  const body: BodyOutcome = await readWebBody(request.body, bodyLimits);
  if (body === 'too_large') return { code: 'too_large' };
  if (body === 'not_in_time') return { code: 'unreadable' };
  const fields = new URLSearchParams(body.toString('utf8'));
  const form = Form.safeParse(
    Object.fromEntries(Object.keys(Form.shape).map((key) => [key, fields.get(key) ?? undefined])),
  );
  if (!form.success) return { code: 'unreadable' };
  const { intent, version, digits, name } = form.data;
  // Browsers send a line break as two characters (CR LF), but count it as one for the maximum length of the field.
  const [message, reason] = [form.data.message, form.data.reason].map((text) =>
    text.replaceAll('\r\n', '\n'),
  );
  const typed: Typed = { intent, digits, name, message: message ?? '', reason: reason ?? '' };
  if (!/^\d{4}$/.test(latinDigits(digits.trim()))) return { code: 'digits_missing', typed };
  const answer = CustomerAnswer.safeParse({
    intent,
    version,
    digits: digits.trim(),
    name,
    message: intent === 'decline' ? reason : message,
  });
  return answer.success ? { code: 'answer', answer: answer.data, typed } : { code: 'unreadable' };
}
