import { useFormatter } from 'next-intl';

/** Highest number that is shown. A greater number is shown as this number with "+". */
const shownMax = 99;

/** Count of things that need work. Counts above 99 are shown as "99+". */
export function CappedCount({ value }: { value: number }) {
  const format = useFormatter();
  return <bdi>{value > shownMax ? `${format.number(shownMax)}+` : format.number(value)}</bdi>;
}
