import { request } from 'node:http';

/** One time series of a scrape: its name, its labels and its value. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

/** Requests a path of a metrics port. Returns status 0 if no process listens on the port yet. */
export async function readPort(port: number, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += String(chunk);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on('error', () => resolve({ status: 0, body: '' }))
      .end();
  });
}

/** Parses the text format of Prometheus. */
export function parseScrape(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const found = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!found) return [];
    const [, name = '', labels = '', value = ''] = found;
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(
      ([, key = '', text_ = '']) => [key, text_] as const,
    );
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

/** Returns the value of the time series with the given name and labels; undefined if the scrape does not contain it. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  return samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value;
}
