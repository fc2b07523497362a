import { PostedLinkAnswer } from '@/lib/orders/link/order-link';
import { type RefusedForm, readForm } from '@/app/(public)/_page/posted-form';

/** Reads the form that the customer posted. Fields that our form does not have are ignored. */
export async function readPostedAnswer(
  request: Request,
): Promise<{ code: 'answer'; answer: PostedLinkAnswer } | RefusedForm> {
  const posted = await readForm(request);
  if (posted.code !== 'form') return posted;
  const answer = PostedLinkAnswer.safeParse({
    answer: posted.fields.get('answer'),
    // Browsers send a line break as two characters (CR LF), but count a line break as one character for the maximum
    // length of the field. The line breaks are therefore replaced before the length is checked.
    message: (posted.fields.get('message') ?? '').replaceAll('\r\n', '\n'),
  });
  return answer.success ? { code: 'answer', answer: answer.data } : { code: 'unreadable' };
}
