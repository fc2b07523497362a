import { PostedLinkAnswer } from '@/lib/orders/link/order-link';
import { readForm } from '@/app/(public)/_page/posted-form';

export type PostedConfirmation =
  | { code: 'answer'; answer: PostedLinkAnswer }
  | { code: 'too_large' }
  | { code: 'unreadable' };

/** Reads the form that the customer posted. Other fields are ignored. */
export async function readPostedAnswer(request: Request): Promise<PostedConfirmation> {
  const posted = await readForm(request);
  if (posted.code !== 'form') return posted;
  const answer = PostedLinkAnswer.safeParse({
    answer: posted.fields.get('answer'),
    // Browsers send a line break as two characters (CR LF), but count it as one for the maximum length of the field.
    message: (posted.fields.get('message') ?? '').replaceAll('\r\n', '\n'),
  });
  return answer.success ? { code: 'answer', answer: answer.data } : { code: 'unreadable' };
}
