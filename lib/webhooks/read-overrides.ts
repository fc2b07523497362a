/** Maximum size in bytes of the data that a user sends with a test event (platform: Webhooks, POST /webhooks/test). */
const bytesMax = 16 * 1024;

/**
 * Data that a user typed for a test event. The platform merges the data over its sample event. `data` is null if the
 * user typed nothing.
 */
export type Overrides =
  | { ok: true; data: Record<string, unknown> | null }
  | { ok: false; problem: 'not_json' | 'not_an_object' | 'too_large' };

/** Parses the data for a test event: a JSON object of at most 16 KB. */
export function readOverrides(text: string): Overrides {
  if (text.trim() === '') return { ok: true, data: null };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'not_json' };
  }
  if (!isRecord(data)) return { ok: false, problem: 'not_an_object' };
  // The limit applies to the JSON text that is sent, without the white space that the user typed.
  const bytes = new TextEncoder().encode(JSON.stringify(data)).length;
  return bytes > bytesMax ? { ok: false, problem: 'too_large' } : { ok: true, data };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
