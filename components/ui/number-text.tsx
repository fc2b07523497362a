import { useFormatter } from 'next-intl';

/** A number for reading, in the reader's digits. What is an id, a code or a phone is text and is not written with it. */
export function NumberText({ value }: { value: number }) {
  return <bdi>{useFormatter().number(value)}</bdi>;
}
