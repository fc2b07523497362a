import { useFormatter } from 'next-intl';

/** A formatted number in the user's digits. Do not use it for ids, codes or phone numbers, because those are text. */
export function NumberText({ value }: { value: number }) {
  return <bdi>{useFormatter().number(value)}</bdi>;
}
