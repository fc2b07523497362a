import type { PostedLinkAnswer } from '@/lib/orders/link/order-link';
import type { LinkAnswerOutcome } from '@/lib/orders/link/answer-order-link.server';
import type { OpenedLink } from '@/lib/orders/link/open-order-link.server';
import type { AppLocale } from '@/lib/shared/locale';

export type ShownOrder = {
  linked: OpenedLink;
  locale: AppLocale;
  /**
   * The answer that was posted; null if the page was opened with GET. If the answer was refused, the form shows the
   * text of the answer again.
   */
  typed: PostedLinkAnswer | null;
  /** The reason why the last answer was not stored; null if there is no problem. */
  problem: Exclude<LinkAnswerOutcome['code'], 'done' | 'over'> | null;
};
