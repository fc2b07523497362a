import { budgetWindowSeconds } from './assumptions';
import type { EndpointName } from './contract/endpoints';
import { exchange, lateness, type RawAnswer } from './exchange';
import { PlatformError, ReconnectRequired } from './platform-error';
import type { Answer, Deadline, PlatformPort } from './ports';
import { type BodyOf, readAnswer } from './read-answer';
import { buildRequest, type OutgoingRequest, parseBaseUrl, type RequestParts } from './request';
import { newerRevision } from './revision-watch';

/**
 * Sends one logical request to the platform within its deadline. The function gets a token, waits until the request
 * budget (the number of requests that are allowed per minute) has room, and sends the request. A request that got a 401
 * had no effect, so it is sent again once, with the next token. A second 401 ends the request. This function sends a
 * write again only after a 401 (S21). platform: Authentication.
 */
export async function callOnce<Name extends EndpointName>(
  port: PlatformPort,
  name: Name,
  parts: RequestParts,
  deadline: Deadline,
): Promise<Answer<BodyOf<Name>>> {
  const { signal } = deadline;
  const request = buildRequest(parseBaseUrl(port.baseUrl), name, parts);
  for (let again = false; ; again = true) {
    const { token, version } = await takeToken(port, request, signal);
    await takeRoom(port, request, deadline);
    const raw = await noted(port, name, exchange(request, token, signal));
    const revision = newerRevision(raw.headers.get('x-platform-api-version'));
    if (revision !== null) port.noteRevision?.(revision);
    try {
      return readAnswer(name, request.title, raw);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      // Test deliveries have their own limit on the platform (WHK-5), so a 429 for a test delivery must not block other
      // requests.
      if (error.status === 429 && name !== 'testWebhook')
        await port.budget.block(error.retryAfterSeconds ?? budgetWindowSeconds);
      if (error.status !== 401) throw error;
      await port.tokens.refused(version, again);
      if (again) throw new ReconnectRequired('the platform refused two tokens in a row', { cause: error });
    }
  }
}

/**
 * Passes the duration and the status of a request to `port.noteExchange`, for the metrics and the traces, even if the
 * request failed.
 */
async function noted(
  port: PlatformPort,
  endpoint: EndpointName,
  sent: Promise<RawAnswer>,
): Promise<RawAnswer> {
  const startedAt = performance.now();
  const note = (status: string, requestId: string | null) =>
    port.noteExchange?.({ endpoint, status, seconds: (performance.now() - startedAt) / 1_000, requestId });
  try {
    const raw = await sent;
    note(String(raw.status), raw.headers.get('x-request-id'));
    return raw;
  } catch (error) {
    if (error instanceof PlatformError) note(error.code, error.requestId);
    else note('unreachable', null);
    throw error;
  }
}

async function takeToken(port: PlatformPort, request: OutgoingRequest, signal: AbortSignal) {
  if (signal.aborted) throw notSent(request, signal.reason);
  try {
    return await port.tokens.current(signal);
  } catch (cause) {
    if (!signal.aborted || cause instanceof ReconnectRequired) throw cause;
    throw notSent(request, cause);
  }
}

async function takeRoom(port: PlatformPort, request: OutgoingRequest, deadline: Deadline): Promise<void> {
  const { signal } = deadline;
  try {
    await port.budget.take(request.kind, deadline);
  } catch (cause) {
    if (!signal.aborted) throw cause;
    if (lateness(signal) === 'aborted') throw notSent(request, cause);
    // The app's own request budget (the requests that it may send per minute) has no room before the deadline. The
    // caller gets the same error as for a 429 of the platform.
    throw new PlatformError(`${request.title}: the request budget had no room before the deadline`, {
      status: 429,
      code: 'rate_limited',
      retryAfterSeconds: ownBudgetRetrySeconds,
      cause,
    });
  }
}

/**
 * Seconds after which a caller may retry if the app's own request budget (the requests that it may send per minute) has
 * no room before the deadline. A few seconds are enough, because the budget is counted over a sliding window.
 */
const ownBudgetRetrySeconds = 5;

function notSent(request: OutgoingRequest, cause: unknown): PlatformError {
  return new PlatformError(`${request.title}: the request was not sent`, {
    status: 0,
    code: 'not_sent',
    cause,
  });
}
