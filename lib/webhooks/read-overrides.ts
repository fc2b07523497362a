/** What the platform takes of them (platform: Webhooks, POST /webhooks/test). */
const bytesMax = 16 * 1024;

/** Fields that a test event has other than the platform's sample, as typed; nothing typed is none. */
export type Overrides =
  | { ok: true; data: Record<string, unknown> | null }
  | { ok: false; problem: 'not_json' | 'not_an_object' | 'too_large' };

/** Reads them: a JSON object of at most 16 KB. */
export function readOverrides(text: string): Overrides {
  if (text.trim() === '') return { ok: true, data: null };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'not_json' };
  }
  if (!isRecord(data)) return { ok: false, problem: 'not_an_object' };
  // As it is sent, not as it was laid out.
  const bytes = new TextEncoder().encode(JSON.stringify(data)).length;
  return bytes > bytesMax ? { ok: false, problem: 'too_large' } : { ok: true, data };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
