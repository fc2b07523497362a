import { chunksOf, splitAtName } from '@/lib/catalogue/details/chat-chunks';
import type { ChatDetails, ChatItem } from '@/lib/catalogue/details/chat-details';
import { chatLinesOf } from '@/lib/catalogue/details/chat-lines';
import { findName, findPhone } from '@/lib/catalogue/details/find-people';
import { findAddress, findProvince } from '@/lib/catalogue/details/find-places';
import { findPrices } from '@/lib/catalogue/details/find-prices';

/**
 * Reads the customer, the address and the agreed prices from a chat, which may be one message or a WhatsApp export.
 * `items` are the order's items that the chat names. Pure function: the text is not stored or sent. A wrong value costs
 * the merchant more than a missing one, so a field with two possible values stays empty.
 */
export function readDetails(chat: string, items: readonly ChatItem[]): ChatDetails {
  const lines = chatLinesOf(chat);
  const whole = chunksOf(lines);
  const name = findName(whole, lines);
  const chunks = splitAtName(whole, name?.place ?? null);
  const address = findAddress(chunks, items);
  return {
    phone: findPhone(whole, lines),
    name,
    province: findProvince(chunks, items, address?.whole ?? null),
    address: address && { value: address.value, place: address.place, confidence: address.confidence },
    prices: findPrices(lines, items),
  };
}
