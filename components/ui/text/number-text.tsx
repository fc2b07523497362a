import { useFormatter } from 'next-intl';

/**
 * Formatted number in the digits that the user has chosen (U14). Do not use it for ids, codes or phone numbers, because
 * they are text.
 */
export function NumberText({ value }: { value: number }) {
  return <bdi>{useFormatter().number(value)}</bdi>;
}
