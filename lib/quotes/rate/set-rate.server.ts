import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { lockRates } from '@/lib/quotes/rate/lock-rates.server';
import type { SetRateCommand } from '@/lib/quotes/rate/rate-commands';
import { isSameRate } from '@/lib/quotes/rate/rate-limit';
import type { RateView, SetRateOutcome } from '@/lib/quotes/rate/rate-view';
import { isSaidInverse } from '@/lib/shared/numbers/exchange-rate';
import { readComposerStore } from '@/lib/store/read-composer-store.server';
import { readRates } from '@/lib/store/read-rates.server';
import { dbNow } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';

/**
 * The US dollar. Every store with another pricing currency has a pair with the US dollar, even if it does not sell in
 * US dollars. The reason is that merchants compare a currency that loses value with the US dollar.
 */
const reference = { code: 'USD', decimals: 2, rate: null };

/**
 * Returns the pairs of currencies of the store. A pair consists of the store's pricing currency and another currency:
 * each currency that the store allows, and the US dollar. If the platform returns a rate for the pair, the pair is
 * written so that the number is above one. A typed rate of a currency that the store no longer allows is returned as
 * well, because sent quotes can depend on it.
 */
export async function readRateViews(context: InstallContext): Promise<RateView[]> {
  const { pricingCurrency: pricing, currencies } = await readComposerStore(context);
  const stored = await context.db.transaction((tx) => readRates(tx, context.installId));
  const others = [...currencies, reference].filter(
    ({ code }, place, all) => code !== pricing.code && all.findIndex((one) => one.code === code) === place,
  );
  const pairs = others.map((foreign) => {
    const known = stored.find(
      ({ one, other }) => [one, other].includes(foreign.code) && [one, other].includes(pricing.code),
    );
    if (known) return known;
    // If the platform has no rate for the pair, the app does not know which currency has the greater value. `one` is
    // then the US dollar if the foreign currency is the US dollar. For any other foreign currency, `one` is the pricing
    // currency.
    const isFirst = foreign.rate ? isSaidInverse(foreign.rate) : foreign.code === reference.code;
    const [one, other] = isFirst ? [foreign, pricing] : [pricing, foreign];
    const nothing = { rate: null, limitPermille: null, changedAt: null, changedBy: null };
    return { one: one.code, other: other.code, stepMinor: 1, decimals: other.decimals, ...nothing };
  });
  return [...pairs, ...stored.filter((rate) => !pairs.includes(rate))];
}

/**
 * Changes the store's rate of a pair of currencies, or removes it. A second call with the same values changes nothing.
 * If another user has changed the rate since the form was opened, nothing is changed.
 */
export async function setRate(context: InstallContext, command: SetRateCommand): Promise<SetRateOutcome> {
  const { installId, db, actor } = context;
  const { one, other, rate, stepMinor, limitPermille, seenAt } = command;
  const views = await readRateViews(context);
  const pair = views.find((view) => view.one === one && view.other === other);
  if (!pair) return { code: 'not_found', status: 404 };
  return db.transaction(async (tx): Promise<SetRateOutcome> => {
    await lockRates(tx, installId);
    const now = (await readRates(tx, installId)).find(
      (stored) => stored.one === one && stored.other === other,
    );
    const isSame =
      now && rate
        ? isSameRate(now.rate, rate) && now.stepMinor === stepMinor && now.limitPermille === limitPermille
        : !now && !rate;
    if (isSame) return { code: 'saved', status: 200 };
    if ((now?.changedAt ?? null) !== seenAt) return { code: 'stale', status: 409 };
    const where = { installId_one_other: { installId, one, other } };
    if (rate) {
      const values = {
        scaled: BigInt(rate.scaled),
        scale: rate.scale,
        stepMinor: BigInt(stepMinor),
        decimals: pair.decimals,
        limitPermille,
        actorSub: actor?.sub ?? null,
        actorName: actor?.name ?? null,
        changedAt: await dbNow(tx),
      };
      await tx.storeRate.upsert({ where, create: { installId, one, other, ...values }, update: values });
    } else await tx.storeRate.delete({ where });
    // Open screens must read the quotes again, because the rate decides which quotes can be accepted.
    await notifyLive(tx, { installId, kind: 'quote', id: '' });
    return { code: 'saved', status: 200 };
  });
}
