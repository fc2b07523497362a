/** Maximum size of the overrides (platform: Webhooks, POST /webhooks/test). */
const bytesMax = 16 * 1024;

/** The typed fields that replace the platform's sample in a test event. `data` is null if nothing was typed. */
export type Overrides =
  | { ok: true; data: Record<string, unknown> | null }
  | { ok: false; problem: 'not_json' | 'not_an_object' | 'too_large' };

/** Parses the overrides: a JSON object of at most 16 KB. */
export function readOverrides(text: string): Overrides {
  if (text.trim() === '') return { ok: true, data: null };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'not_json' };
  }
  if (!isRecord(data)) return { ok: false, problem: 'not_an_object' };
  // The size as it is sent, without the typed white space.
  const bytes = new TextEncoder().encode(JSON.stringify(data)).length;
  return bytes > bytesMax ? { ok: false, problem: 'too_large' } : { ok: true, data };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
