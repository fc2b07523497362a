import type { ChatDetails } from '@/lib/catalogue/details/chat-details';
import { isAddressWord, wordsOf } from '@/lib/catalogue/details/detail-words';
import { areaAt } from '@/lib/catalogue/details/area-names';

/** Whether all words of a text belong to the name, the address or the phone number that was found, or name an area. */
export function isPartOfDetails(text: string, { name, address, phone }: ChatDetails): boolean {
  const own = new Set(
    [name, address, phone].flatMap((found) => wordsOf(found?.value ?? '').map(({ folded }) => folded)),
  );
  const words = wordsOf(text);
  return (
    own.size > 0 &&
    words.every(({ folded }) => own.has(folded) || isAddressWord(folded) || areaAt([folded], 0) !== null)
  );
}
