const small = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ');
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion'];

/** Returns a whole number below 10^18 in English words: "one million two hundred thousand five". */
export function englishNumber(value: bigint): string {
  if (value === 0n) return 'zero';
  const groups: string[] = [];
  for (let [rest, scale] = [value, 0]; rest > 0n; [rest, scale] = [rest / 1000n, scale + 1]) {
    const group = Number(rest % 1000n);
    if (group > 0) groups.unshift(belowThousand(group) + (scales[scale] ?? ''));
  }
  return groups.join(' ');
}

function belowThousand(value: number): string {
  const hundreds = (value - (value % 100)) / 100;
  const rest = value % 100;
  const words = [hundreds > 0 ? `${small[hundreds]} hundred` : '', rest > 0 ? belowHundred(rest) : ''];
  return words.filter(Boolean).join(' ');
}

function belowHundred(value: number): string {
  if (value < 20) return small[value] ?? '';
  const ten = tens[(value - (value % 10)) / 10] ?? '';
  return value % 10 === 0 ? ten : `${ten}-${small[value % 10]}`;
}
