import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActivityFilterQuery } from './activity-query';
import { activityOfUrl, activityPath } from './activity-url';

const Params = fc.dictionary(
  fc.constantFrom('state', 'kind', 'person', 'from', 'to', 'q', 'other'),
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'needs_review',
      'create_refund',
      'staff_1',
      '-',
      '2026-11-22',
      '2026-02-30',
      ' #1042 ',
      'a\0b',
    ),
  ),
);
const queryOf = (path: string) => new URLSearchParams(path.split('?')[1] ?? '');

describe('the filters of the activity in a URL', () => {
  it('are always accepted by the server, whatever the URL contains', () => {
    fc.assert(
      fc.property(Params, (params) => {
        const filters = activityOfUrl(new URLSearchParams(params));
        expect(ActivityFilterQuery.safeParse(filters).success).toBe(true);
      }),
    );
  });
  it('do not change when they are written to a path and read back, and the path contains no +', () => {
    fc.assert(
      fc.property(Params, (params) => {
        const filters = activityOfUrl(new URLSearchParams(params));
        const path = activityPath(filters);
        expect(path).not.toContain('+');
        expect(activityOfUrl(queryOf(path))).toEqual(filters);
      }),
    );
  });
  it.each([
    ['state=refused&kind=create_order', { state: 'refused', kind: 'create_order' }],
    ['from=2026-11-01&to=2026-02-30', { from: '2026-11-01' }],
    ['state=paid&kind=x&q=%20%231042%20', { q: '#1042' }],
    ['', {}],
  ])('%s', (url, filters) => expect(activityOfUrl(new URLSearchParams(url))).toEqual(filters));
});
