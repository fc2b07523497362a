import { z } from 'zod';
import { CustomerAnswer } from '@/lib/quotes/quote-commands';
import { latinDigits } from '@/lib/shared/numbers/money';
import { type RefusedForm, readForm } from '@/app/(public)/_page/posted-form';
import type { Typed } from './shown-quote';

export type ReadAnswer =
  | { code: 'answer'; answer: CustomerAnswer; typed: Typed }
  /**
   * The customer typed fewer than four digits. Incomplete digits are not compared with the phone number, so they do not
   * count as a wrong try.
   */
  | { code: 'digits_missing'; typed: Typed };

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
export async function readAnswer(request: Request): Promise<ReadAnswer | RefusedForm> {
  const posted = await readForm(request);
  if (posted.code !== 'form') return posted;
  const form = Form.safeParse(
    Object.fromEntries(Object.keys(Form.shape).map((key) => [key, posted.fields.get(key) ?? undefined])),
  );
  if (!form.success) return { code: 'unreadable' };
  const { intent, version, digits, name } = form.data;
  // Browsers send a line break as two characters (CR LF), but count a line break as one character for the maximum
  // length of the field. The line breaks are therefore replaced before the length is checked.
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
