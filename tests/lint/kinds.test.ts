import { describe, expect, it } from 'vitest';
import { namedTopics } from '@/components/ui/text/event-name';
import { operationKinds } from '@/lib/kinds/operation-kinds.server';
import { activityKinds } from '@/lib/operations/activity/activity-view';
import { kindNames } from '@/lib/shared/operations/kind-endpoints';
import { resourceOfTopic } from 'commerce-platform-client/assumptions';
import { webhookTopics } from 'commerce-platform-client/contract/webhooks';

describe('a webhook topic', () => {
  it('has a name on the screens', () => {
    expect(Object.keys(namedTopics).sort()).toEqual(
      webhookTopics.map((topic) => topic.replace('.', '_')).sort(),
    );
  });

  it('belongs to a resource that is read after the event, unless it is about the install', () => {
    expect(webhookTopics.filter((topic) => resourceOfTopic(topic) === null)).toEqual(['app.uninstalled']);
  });
});

describe('a kind of operation', () => {
  it('is in the table of kinds, from which it gets its endpoint and its name on the screens', () => {
    expect(kindNames.toSorted()).toEqual([...operationKinds.keys()].sort());
  });

  it('can be chosen in the filter of the Activity screen', () => {
    expect(activityKinds).toEqual([...kindNames, 'bulk_run']);
  });
});
