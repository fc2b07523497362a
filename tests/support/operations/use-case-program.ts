import { z } from 'zod';
import { Posting } from '@/lib/cash/cash-commands';
import { closeDay } from '@/lib/cash/day/close-day.server';
import { CloseDayCommand } from '@/lib/cash/day/day-commands';
import { postCash, undoPosting } from '@/lib/cash/post-cash.server';
import { postSheet } from '@/lib/cash/sheet/post-sheet.server';
import { PostSheetCommand } from '@/lib/cash/sheet/sheet-commands';
import { importEarlierData } from '@/lib/imports/import-earlier-data.server';
import { EarlierDataCommand } from '@/lib/imports/import-commands';
import { installClient } from '@/lib/installs/install-client.server';
import { lanes } from '@/lib/installs/request-budget.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import type { PutWebhookBody } from 'commerce-platform-client/contract/webhooks';
import { answerQuote } from '@/lib/quotes/acceptance/answer-quote.server';
import { withdrawQuote } from '@/lib/quotes/change-quote.server';
import { openLink } from '@/lib/quotes/acceptance/open-link.server';
import { CustomerAnswer, QuoteCommand, SendQuoteCommand } from '@/lib/quotes/quote-commands';
import { RenewQuotesCommand } from '@/lib/quotes/rate/rate-commands';
import { renewQuotes } from '@/lib/quotes/rate/renew-quotes.server';
import { sendQuote } from '@/lib/quotes/send-quote.server';
import { PlatformError } from 'commerce-platform-client/platform-error';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { env } from '@/lib/system/env';
import { installContext } from '@/tests/support/integration/install-context';
import { isBusy } from '@/tests/support/integration/when-free';
import { scenarios } from './operation-scenarios';
import type { ProgramOutcome } from '@/tests/support/stack/program';

/**
 * A program that runs use cases for its parent process. Each message names a use case, and the program sends back the
 * outcome. The program ends when its parent ends.
 */
const useCases: Record<string, (installId: InstallId, input: string) => Promise<unknown>> = {
  ...Object.fromEntries(
    Object.entries(scenarios).map(([kind, { run }]) => [
      kind,
      async (installId: InstallId, input: string) => run(await installContext(installId), JSON.parse(input)),
    ]),
  ),
  'send-quote': async (installId, input) =>
    sendQuote(await installContext(installId), SendQuoteCommand.parse(JSON.parse(input))),
  'withdraw-quote': async (installId, input) =>
    withdrawQuote(await installContext(installId), QuoteCommand.parse(JSON.parse(input))),
  'answer-quote': async (_, input) => {
    const { token, answer } = z
      .object({ token: z.string(), answer: CustomerAnswer })
      .parse(JSON.parse(input));
    const linked = await openLink(token);
    return linked && answerQuote(linked, answer, { address: 'unknown', userAgent: '' });
  },
  'import-earlier-data': async (installId, input) =>
    importEarlierData(await installContext(installId), EarlierDataCommand.parse(JSON.parse(input))),
  'renew-quotes': async (installId, input) =>
    renewQuotes(await installContext(installId), RenewQuotesCommand.parse(JSON.parse(input))),
  'post-cash': async (installId, input) =>
    postCash(await installContext(installId), Posting.parse(JSON.parse(input))),
  'undo-posting': async (installId, postingId) => undoPosting(await installContext(installId), postingId),
  'close-day': async (installId, input) =>
    closeDay(await installContext(installId), CloseDayCommand.parse(JSON.parse(input))),
  'post-sheet': async (installId, input) =>
    postSheet(await installContext(installId), PostSheetCommand.parse(JSON.parse(input))),
  'read-installation': async (installId) => {
    const { body } = await installClient(installId, 'person').getInstallation();
    return body.data.install.id;
  },
  // Reads GET /installation `times` times in each lane of the request budget, in all lanes at the same time.
  // A lane is the kind of requester: user, retried operation, webhook or background.
  'read-in-all-lanes': async (installId, times) => {
    const calls = Array.from({ length: Number(times) || 1 }, () => lanes).flat();
    const reads = await Promise.allSettled(
      calls.map((lane) => installClient(installId, lane).getInstallation()),
    );
    for (const read of reads) if (read.status === 'rejected') throw read.reason;
    return installId;
  },
  // Spends the request budget with two loops at the same time, one of reads and one of writes. Each loop sends its next
  // request as soon as the previous one has ended. The requests of a loop use all lanes (kinds of requester) in turn.
  'spend-budget': async (installId, runMs) => {
    const untilMs = Date.now() + Number(runMs);
    const spend = async (call: (platform: PlatformClient) => Promise<unknown>) => {
      for (let turn = 0; Date.now() < untilMs; turn++)
        await call(installClient(installId, lanes[turn % lanes.length] ?? 'person')).catch(
          (error: unknown) => {
            // The use case spends the whole request budget, so these errors are expected. Some requests get no budget.
            // Other requests get their budget so late that no response arrives before the deadline.
            const late = ['rate_limited', 'not_sent', 'timed_out'];
            // On a busy machine, a database connection may not be free in time. The request is then not sent, so the
            // error is ignored.
            if (isBusy(error)) return;
            if (!(error instanceof PlatformError && late.includes(error.code))) throw error;
          },
        );
    };
    const body: PutWebhookBody = {
      endpoint_url: `${env().APP_URL}/api/webhooks`,
      topics: ['app.uninstalled'],
    };
    await Promise.all([
      spend((platform) => platform.getStore({ deadlineMs: 10_000 })),
      spend((platform) => platform.putWebhook(body, { deadlineMs: 10_000 })),
    ]);
    return 'spent';
  },
};

const Message = z.object({ useCase: z.string(), installId: InstallId, input: z.string() });

process.on('message', (message) => {
  const { useCase, installId, input } = Message.parse(message);
  const run = useCases[useCase];
  if (!run) throw new Error(`no such use case: ${useCase}`);
  const say = (outcome: ProgramOutcome) => process.send?.(outcome);
  run(installId, input).then(
    (value) => say({ ok: true, value }),
    (error: unknown) => say({ ok: false, error: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
