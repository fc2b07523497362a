import type { ChatLine } from '@/lib/catalogue/details/chat-lines';
import {
  isOnlyRelation,
  type Label,
  labelsOf,
  sameLengthFold,
  withoutTitle,
} from '@/lib/catalogue/details/detail-words';
import { phonesIn } from '@/lib/catalogue/details/phone-form';

/**
 * A part of a line of a chat. It is the text after a label, or a phone number, or text without a label. Offsets count
 * from the start of the chat.
 */
export type Chunk = {
  kind: Label | 'number' | 'text';
  /** Text of the part, without the label. */
  text: string;
  start: number;
  /** Text of the label; empty if there is none. */
  label: string;
  line: ChatLine;
  /** Index of the line among the lines of the chat. */
  at: number;
};

/** Splits the lines of a chat at labels and phone numbers. */
export function chunksOf(lines: readonly ChatLine[]): Chunk[] {
  return lines.flatMap((line, at) => chunksOfLine(line, at));
}

function chunksOfLine(line: ChatLine, at: number): Chunk[] {
  const marks = [
    ...labelsOf(line.text).map(({ label, start, end }) => ({ kind: label, start, from: end, to: null })),
    ...phonesIn(line.text).map(({ start, end }) => ({
      kind: 'number' as const,
      start,
      from: start,
      to: end,
    })),
  ].sort((one, other) => one.start - other.start);
  const chunks: Chunk[] = [];
  let kind: Chunk['kind'] = 'text';
  let label = '';
  let from = 0;
  const push = (start: number, end: number) =>
    chunks.push({ kind, text: line.text.slice(start, end), start: line.start + start, label, line, at });
  const close = (end: number) => {
    // A value ends at the first comma in two cases: its label asks for a name, or its label belongs to no field (such
    // as a color).
    const comma = kind === 'other' || kind === 'name' ? endOfValue(line.text.slice(from, end)) : -1;
    if (comma >= 0) {
      push(from, from + comma);
      from += comma + 1;
      kind = 'text';
      label = '';
    }
    if (end > from || label !== '') push(from, end);
  };
  for (const mark of marks) {
    // The word "number" in "house number 7" is not the label of a phone number.
    const isHouse = mark.kind === 'phone' && /^\s*\d{1,4}(?!\s*\d)/.test(line.text.slice(mark.from));
    if (mark.start < from || isHouse) continue;
    close(mark.start);
    kind = mark.kind;
    label = mark.to === null ? line.text.slice(mark.start, mark.from) : '';
    from = mark.from;
    if (mark.to === null) continue;
    close(mark.to);
    kind = 'text';
    from = mark.to;
  }
  close(line.text.length);
  return chunks.filter((chunk) => chunk.label !== '' || chunk.text.trim() !== '');
}

/** Returns the index of the first comma that ends a value; -1 if no comma ends the value. */
function endOfValue(text: string): number {
  const first = text.search(/[,،;؛|\n]/);
  // In "Mother, Rima Hassan", the name follows the first comma, so the value ends at the next comma.
  if (first < 0 || !isOnlyRelation(sameLengthFold(text.slice(0, first)))) return first;
  const next = text.slice(first + 1).search(/[,،;؛|\n]/);
  return next < 0 ? -1 : first + 1 + next;
}

/** Splits a chunk of plain text at the name that it contains. */
export function splitAtName(
  chunks: readonly Chunk[],
  name: { start: number; end: number } | null,
): readonly Chunk[] {
  if (!name) return chunks;
  return chunks.flatMap((chunk): Chunk[] => {
    const [from, to] = [name.start - chunk.start, name.end - chunk.start];
    if (chunk.kind !== 'text' || from < 0 || to > chunk.text.length) return [chunk];
    const parts: Chunk[] = [
      { ...chunk, text: withoutTitle(chunk.text.slice(0, from)) },
      { ...chunk, kind: 'name', text: chunk.text.slice(from, to), start: name.start },
      { ...chunk, text: chunk.text.slice(to), start: name.end },
    ];
    return parts.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  });
}
