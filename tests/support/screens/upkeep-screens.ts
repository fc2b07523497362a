import { asSystem, asTenant } from '@/tests/support/stack/as-system';
import { at, dialog, type ScreenFixture, type Show, without } from './screen-fixture';

const developers: Show = async (fixture) => {
  await at('/connection/developers')(fixture);
  await fixture.page.locator('[data-subscription]').waitFor();
};

/**
 * Inserts data for the screen for developers. The data are repaired differences from the platform (drift),
 * unusable webhook events (quarantined), and events with different delays in the last hours.
 */
async function makeDrift(fixture: ScreenFixture): Promise<void> {
  const { stack, installId } = fixture;
  await asTenant(
    stack,
    installId,
    `INSERT INTO drifts (install_id, id, resource, entity_id, found_by, fields, found_at)
     SELECT $1, gen_random_uuid(), resource, 'astray', 'full', '{status}', now() - n * interval '9 hours'
     FROM unnest(ARRAY['orders', 'products']) resource, generate_series(1, 4) n`,
  );
  await asSystem(
    stack,
    `INSERT INTO inbox (install_id, event_id, topic, state, reason, received_at, occurred_at, settled_at)
     SELECT $1, 'astray ' || n, CASE n % 3 WHEN 0 THEN 'order.created' WHEN 1 THEN 'product.updated' ELSE 'order.teleported' END,
       CASE n % 3 WHEN 2 THEN 'quarantined' ELSE 'settled' END, CASE n % 3 WHEN 2 THEN 'unknown topic' END,
       at, at - (n % 7 + 1) * interval '900 milliseconds', at + interval '2 seconds'
     FROM generate_series(1, 30) n, LATERAL (SELECT now() - n * interval '43 minutes' AS at) received`,
    [installId],
  );
  fixture.afterwards(() => asSystem(stack, `DELETE FROM drifts WHERE entity_id = 'astray'`));
  fixture.afterwards(() => asSystem(stack, `DELETE FROM inbox WHERE event_id LIKE 'astray %'`));
}

/**
 * Moves the activity entries to another install for the screenshot, so that the screen is empty. Moves them
 * back afterwards.
 */
async function hideActivity({ stack, installId, afterwards }: ScreenFixture): Promise<void> {
  // One statement moves all three tables, so that the foreign keys hold at its end.
  const move = (from: string, to: string) =>
    asSystem(
      stack,
      `WITH moved_operations AS (UPDATE operations SET install_id = $2 WHERE install_id = $1),
         moved_runs AS (UPDATE bulk_runs SET install_id = $2 WHERE install_id = $1)
       UPDATE bulk_items SET install_id = $2 WHERE install_id = $1`,
      [from, to],
    );
  await move(installId, `${installId} aside`);
  afterwards(() => move(`${installId} aside`, installId));
}

/**
 * Inserts two refund operations (recorded writes): one with an unknown outcome that needs review, and one that the
 * platform refused.
 */
async function leaveOutcomeUnknown({ stack, installId, orders, afterwards }: ScreenFixture): Promise<void> {
  await asSystem(
    stack,
    `INSERT INTO operations (install_id, id, kind, state, idempotency_key, target, actor_sub, actor_name, result,
       created_at, first_sent_at, outcome_unknown_at, ended_at, attempts, request_ids)
     SELECT $1, gen_random_uuid(), 'create_refund', state, 'unknown', jsonb_build_object('orderId', $2::text), 'staff_rima',
       'ريما', '{"requested": {"amountMinor": 25000}}'::jsonb
         || CASE state WHEN 'refused' THEN '{"code": "conflict"}'::jsonb ELSE '{}'::jsonb END, now(), now(),
       CASE state WHEN 'needs_review' THEN now() END, now(), 3, '{req_lost_1,req_lost_2}'
     FROM unnest(ARRAY['needs_review', 'refused']) state`,
    [installId, orders[0]?.id],
  );
  afterwards(() => asSystem(stack, `DELETE FROM operations WHERE idempotency_key = 'unknown'`));
}

const withUnknownOutcome =
  (address: string): Show =>
  async (fixture) => {
    await leaveOutcomeUnknown(fixture);
    await at(address)(fixture);
    await fixture.page.locator('[data-entry]').first().waitFor();
  };

/**
 * Functions that open the maintenance screens: connection and its numbers, activity, settings, import of earlier data,
 * reconnect and sign-in.
 */
export const upkeepScreens: Record<string, Show> = {
  connection: at('/connection'),
  developers,
  'developers-drifted': async (fixture) => {
    await makeDrift(fixture);
    await developers(fixture);
    await fixture.page.getByText(fixture.words.sync.arrival.asTable).click();
  },
  'developers-hidden': without(['products:read', 'discounts:read'], async (fixture) => {
    await asSystem(
      fixture.stack,
      `UPDATE sweeps SET last_error = 'missing_scope', failures = 1
       WHERE install_id = $1 AND resource IN ('discounts', 'products')`,
      [fixture.installId],
    );
    await developers(fixture);
  }),
  'developers-unsubscribed': async (fixture) => {
    await developers(fixture);
    const { page, words } = fixture;
    const { secret, topics } = words.sync.subscription;
    await page.getByRole('button', { name: secret.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: secret.removeNow }).click();
    await page.locator('[data-subscription=none]').waitFor();
    fixture.afterwards(async () => {
      await page.getByRole('button', { name: topics.subscribe }).click();
      await page.locator('[data-subscription=active]').waitFor();
    });
  },
  'developers-rotate': async (fixture) => {
    await developers(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.sync.subscription.secret.rotate }).click();
    await dialog(fixture.page);
  },
  'developers-test': async (fixture) => {
    await developers(fixture);
    const { test } = fixture.words.sync.subscription;
    await fixture.page.getByRole('button', { name: test.open }).click();
    await fixture.page.getByLabel(test.overrides).fill('[1]');
    await fixture.page.locator('[aria-invalid="true"]').waitFor();
  },
  activity: withUnknownOutcome('/activity'),
  'activity-nothing': at('/activity?q=zzzzzz'),
  'activity-empty': async (fixture) => {
    await hideActivity(fixture);
    await at('/activity')(fixture);
    await fixture.page.getByText(fixture.words.activity.empty.title).waitFor();
  },
  'activity-filters': async (fixture) => {
    await at('/activity')(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.activity.filters.title }).click();
    await dialog(fixture.page);
  },
  'activity-review': async (fixture) => {
    await withUnknownOutcome('/activity?state=needs_review')(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.activity.review.open }).first().click();
    await dialog(fixture.page);
  },
  'activity-refused': async (fixture) => {
    await withUnknownOutcome('/activity?state=refused')(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.activity.details.open }).first().click();
    await dialog(fixture.page);
  },
  settings: at('/settings'),
  'settings-off': without(['refunds:write', 'clients:read'], at('/settings')),
  'settings-digits': async (fixture) => {
    await at('/settings')(fixture);
    const digits = fixture.page.getByLabel(fixture.words.screen.digits.label, { exact: true });
    await digits.selectOption('arab');
    fixture.afterwards(() => digits.selectOption('latn'));
    await fixture.page.getByText(/[٠-٩]/).first().waitFor({ state: 'attached' });
  },
  import: async (fixture) => {
    await at('/settings/import')(fixture);
    await fixture.page.locator('[data-left]').first().waitFor();
  },
  'import-ignore': async (fixture) => {
    await upkeepScreens.import?.(fixture);
    await fixture.page.locator('[data-left]').first().getByRole('checkbox').check();
    const { leave } = fixture.words.earlierData.bar;
    await fixture.page.getByRole('button', { name: leave, exact: true }).click();
  },
  'import-empty': async (fixture) => {
    const { stack, storeId } = fixture;
    const call = (status: string) =>
      asSystem(stack, 'UPDATE installs SET status = $2 WHERE store_id = $1 AND revoked_at IS NOT NULL', [
        storeId,
        status,
      ]);
    await call('purged');
    fixture.afterwards(() => call('revoked'));
    await at('/settings/import')(fixture);
    await fixture.page.getByText(fixture.words.earlierData.empty.title).waitFor();
  },
  'connection-hidden': without(['products:read', 'discounts:read'], at('/connection')),
  'developers-off': without(['refunds:write', 'clients:read'], at('/connection/developers')),
  reconnect: async (fixture) => {
    const { stack, installId } = fixture;
    const call = (state: string) =>
      asSystem(stack, 'UPDATE install_tokens SET state = $2 WHERE install_id = $1', [installId, state]);
    await call('reconnect');
    fixture.afterwards(() => call('active'));
    await at('/orders')(fixture);
  },
  'sign-in': async ({ page, stack, installId }) => {
    await page.goto(`${stack.appUrl}/launch/sign-in?install_id=${installId}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
};
