import { describe, expect, it } from 'vitest';
import { SaveViewCommand } from '@/lib/orders/views/saved-view-commands';

const read = (filters: string) =>
  SaveViewCommand.safeParse({
    installId: 'inst_1',
    viewId: 'b7c8f0de-6f6f-4a4e-9f2b-0d6d8f3f7a11',
    name: 'mine',
    filters,
    columns: null,
    isShared: true,
  });

describe('the filters of a saved view', () => {
  it.each(['q=%231042', 'status=placed&q=1042'])('may have an order number as search text: %s', (filters) =>
    expect(read(filters)).toMatchObject({ success: true, data: { filters } }),
  );

  it.each(['q=0944123456', 'q=Rima', 'status=placed&q=%D8%B1%D9%8A%D9%85%D8%A7'])(
    'may not have a search text that can be a name or a phone number: %s',
    (filters) => expect(read(filters).success).toBe(false),
  );
});
