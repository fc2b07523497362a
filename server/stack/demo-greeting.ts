import { brand } from '@/brand';
/**
 * Returns the text that the demo prints when all its programs run: which URL to open and what to press, in both
 * languages.
 */
export function greeting(demo: {
  sandboxUrl: string;
  logs: string;
  /** Duration of the start, as a text for the terminal. */
  started: string;
  /** The folder of the database; unset if it is in .data/. */
  moved: string | undefined;
}): string {
  const lines = [
    '',
    `  ${demo.sandboxUrl}`,
    '',
    '  Open it: the admin of four example stores. Choose one, then Apps, Install, accept and allow.',
    `  ${brand.name.en} opens inside the admin; press New order.`,
    '',
    '  افتح الرابط: لوحة أربعة متاجر للتجربة. اختر متجرا، ثم التطبيقات، ثم تثبيت، ثم وافق واضغط السماح والتثبيت.',
    `  يفتح ${brand.name.ar} داخل اللوحة، فاضغط طلب جديد.`,
    '',
    `  A tour of seven stops: ${demo.sandboxUrl}/tour`,
    `  جولة من سبع محطات: ${demo.sandboxUrl}/tour?lang=ar`,
    '',
    `  Ctrl-C ends everything and keeps the data. Logs: ${demo.logs}`,
  ];
  if (demo.moved) lines.push(`  Only root can enter this folder, so the database is in ${demo.moved}`);
  return [...lines, `  Started in ${demo.started}`, ''].join('\n');
}
