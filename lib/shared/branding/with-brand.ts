import { brand } from '@/brand';
import type { BaseLocale } from '@/lib/shared/locale';

/**
 * The name of the app in the files with translated texts (messages). withBrand replaces this name by the name of the
 * brand. So a deployment with another brand does not change these files, and it can merge a newer version of them
 * without conflicts.
 */
const catalogueName = /\bDaftar\b|(?<!\p{L})([وف]?[بل]?)دفتر(?!\p{L})/gu;

/** Name of a brand in the two base languages. A further language uses the English name. */
export type BrandName = Record<BaseLocale, string>;

/**
 * Replaces the name of the app in all translated texts of one language by the name of the brand. The texts
 * may be compiled (by next-intl) or not. If the brand has the same name, returns `messages` itself.
 */
export function withBrand<Messages>(messages: Messages, name: BrandName = brand.name): Messages {
  return isCatalogueName(name) ? messages : (branded(messages, name) as Messages);
}

function isCatalogueName(name: BrandName): boolean {
  return name.en === 'Daftar' && name.ar === 'دفتر';
}

function branded(message: unknown, name: BrandName): unknown {
  if (typeof message === 'string')
    return message.replace(catalogueName, (_, prefix: string | undefined) =>
      prefix === undefined ? name.en : attached(prefix, name.ar),
    );
  if (Array.isArray(message)) return message.map((part) => branded(part, name));
  if (typeof message !== 'object' || message === null) return message;
  return Object.fromEntries(Object.entries(message).map(([key, value]) => [key, branded(value, name)]));
}

/**
 * Attaches one-letter Arabic words to a name. If the name begins with the article "ال", "ل" and the article become
 * "لل". If the name has Latin letters, a space separates the words from it: "و Acme". If the last letter before the
 * space can be joined, a tatweel follows it: "لـ Acme".
 */
function attached(prefix: string, name: string): string {
  if (prefix === '') return name;
  if (!/^\p{Script=Arabic}/u.test(name)) return `${prefix}${/[بلف]$/.test(prefix) ? 'ـ' : ''} ${name}`;
  return prefix.endsWith('ل') && name.startsWith('ال') ? `${prefix}${name.slice(1)}` : `${prefix}${name}`;
}
