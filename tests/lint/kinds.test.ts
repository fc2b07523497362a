import { describe, expect, it } from 'vitest';
import { namedKinds } from '@/components/home/recent-activity';
import { namedTopics } from '@/components/ui/text/event-name';
import { operationKinds } from '@/lib/kinds/operation-kinds.server';
import { activityKinds } from '@/lib/operations/activity/activity-view';
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
  it('has a name on the Activity screen and on the home screen', () => {
    const kinds = [...operationKinds.keys()].sort();
    expect(activityKinds.filter((kind) => kind !== 'bulk_run').toSorted()).toEqual(kinds);
    expect(Object.keys(namedKinds).sort()).toEqual(kinds);
  });
});
