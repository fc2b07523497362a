import { z } from 'zod';
import { stopAnswers } from '@/lib/deliveries/stop-limits';
import { type RefusedForm, readForm } from '@/app/(public)/_page/posted-form';

const Fields = z.object({
  digits: z.string().max(20).optional(),
  stop: z.uuid().optional(),
  answer: z.uuid().optional(),
  seen: z.union([z.uuid(), z.literal('').transform(() => undefined)]).optional(),
  result: z.enum(stopAnswers).optional(),
  paid: z.string().max(40).default(''),
  reason: z.string().max(2_000).default(''),
});

/**
 * Content of the form that the driver posted: the unlock digits, or an answer to a stop (an order on the delivery
 * sheet). `paid` is the amount as the driver typed it.
 */
export type PostedSheet =
  | { code: 'digits'; digits: string }
  | {
      code: 'stop';
      stopId: string;
      answerId: string;
      seen: string | null;
      result: (typeof stopAnswers)[number];
      paid: string;
      reason: string;
    };

/** Reads the form that the driver posted. Fields that our forms do not have are ignored. */
export async function readPostedSheet(request: Request): Promise<PostedSheet | RefusedForm> {
  const posted = await readForm(request);
  if (posted.code !== 'form') return posted;
  const parsed = Fields.safeParse(
    Object.fromEntries(
      Object.keys(Fields.shape).map((key) => [key, posted.fields.get(key)?.trim() ?? undefined]),
    ),
  );
  if (!parsed.success) return { code: 'unreadable' };
  const { digits, stop, answer, seen, result, paid, reason } = parsed.data;
  if (digits !== undefined) return { code: 'digits', digits };
  if (!stop || !answer || !result) return { code: 'unreadable' };
  // Browsers send a line break as two characters (CR LF). The app stores a line break as one character (LF).
  const text = reason.replaceAll('\r\n', '\n');
  return { code: 'stop', stopId: stop, answerId: answer, seen: seen ?? null, result, paid, reason: text };
}
