import { UsageError } from '@/server/run-command';
import { addAfter as after, addMessage, type Change } from './edit-source';
import { type Plan, unwritten, type Words } from './plan';

/** The generator inserts the new topic after this topic in each list of the code. */
const neighbor = 'order.paid';

const tests = 'tests/integration/sandbox';

/**
 * Returns the topic of a new event of an order, such as order.note_changed. Throws UsageError if the name has another
 * form.
 */
export function spellTopic(name: string): string {
  if (/^order\.[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name)) return name;
  throw new UsageError(
    `"${name}" is not the topic of an event of an order, like order.note_changed. ` +
      'docs/recipes/add-an-event.md shows the files for other topics.',
  );
}

/** Returns the words of a topic as a sentence, for its name in English: "Order note changed". */
export const sentenceOf = (topic: string) =>
  topic.replace(/[._]/g, ' ').replace(/^./, (letter) => letter.toUpperCase());

/** Returns the plan of a new webhook topic of orders (docs/recipes/add-an-event.md). */
export function planEvent(topic: string, words: Words): Plan {
  const key = topic.replace('.', '_');
  return {
    steps: [
      {
        file: 'lib/platform/contract/webhooks.ts',
        todo: 'Check the scope of the topic against the platform document.',
        changes: [after('topicScopes', neighbor, topic, `'${topic}': 'orders:read',`)],
      },
      {
        file: 'sandbox/domain/orders/change-order.ts',
        todo: `Make the change, and call emit(context, order.store_id, '${topic}', { order_id: order.id }).`,
        changes: [],
      },
      {
        file: 'tests/integration/app/webhooks/events.test.ts',
        todo: 'Make the change in the test of every topic.',
        changes: [],
      },
      {
        file: 'sandbox/trigger.ts',
        todo: 'Make the change for `npm run sandbox -- trigger`.',
        changes: [after('triggers', neighbor, topic, triggerOf(topic))],
      },
      {
        file: 'sandbox/domain/test-delivery.ts',
        todo: 'Add the fields of the event that the platform document names.',
        changes: [
          after('sampleOf', neighbor, topic, `case '${topic}': return ofOrder(orders.at(-1), () => ({}));`),
        ],
      },
      {
        file: 'messages/en.json',
        changes: [addMessage(['sync', 'topics', key], words.en)],
      },
      {
        file: 'messages/ar.json',
        ...(words.ar.startsWith(unwritten) && { todo: `Write the text "sync.topics.${key}".` }),
        changes: [addMessage(['sync', 'topics', key], words.ar)],
      },
      {
        file: 'components/ui/text/event-name.tsx',
        changes: [after('namedTopics', 'order_paid', key, `${key}: true,`)],
      },
      {
        file: `${tests}/webhooks/webhook-endpoint.ts`,
        changes: [after('topicsByScope', neighbor, topic, `'${topic}',`)],
      },
      {
        file: `${tests}/webhooks/test-deliveries.test.ts`,
        changes: [countOneMore],
      },
      {
        file: `${tests}/api/generated/platform-api.d.ts`,
        changes: [addToUnions(topic)],
      },
    ],
    test: {
      command: "npm run test:integration -- tests/integration/app/webhooks/events.test.ts -t 'every topic'",
      until: 'the sandbox emits the event and the test makes the change',
    },
    after: [
      'npm run typecheck && npx vitest run --project unit tests/lint',
      'npm run test:integration -- tests/integration/app/webhooks tests/integration/sandbox',
    ],
  };
}

const triggerOf = (topic: string) => `'${topic}': async (stage) => {
  const order = await placedOrder(stage);
  throw new TriggerError(\`${unwritten}: change order \${order.order_number}, so that ${topic} occurs\`);
},`;

const countOneMore: Change = (source) => {
  const counted = source.replace(
    /(expect\(webhookTopics\)\.toHaveLength\()(\d+)\)/,
    (_, start: string, count: string) => `${start}${Number(count) + 1})`,
  );
  if (counted === source) throw new Error('the file expects no number of topics');
  return counted;
};

/** Returns a change that adds the new topic to each union type that contains the topic `neighbor`. */
function addToUnions(topic: string): Change {
  return (source) => {
    if (source.includes(`"${topic}"`)) throw new Error(`the file already has "${topic}"`);
    if (!source.includes(`"${neighbor}"`)) throw new Error(`the file has no "${neighbor}"`);
    return source.replaceAll(`"${neighbor}"`, `"${neighbor}" | "${topic}"`);
  };
}
