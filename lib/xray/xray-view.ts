import type { EndpointName } from 'commerce-platform-client/contract/endpoints';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import type { XrayBlock } from './xray-block';

/** A platform endpoint behind a block, which is one part of a screen in the X-ray. */
export type XrayEndpoint = {
  name: EndpointName;
  /** Method and path of the endpoint, such as "POST /orders". */
  address: string;
  /**
   * How the block (a part of a screen) uses the endpoint. `requested`: the block's own function sends requests to it.
   * `mirrored`: the worker reads from it, and the block shows the data of the mirror (our copy of the platform's data).
   */
  source: 'requested' | 'mirrored';
  /**
   * True if requests to the endpoint are recorded as operations before they are sent. Writes are recorded, reads are
   * not.
   */
  isRecorded: boolean;
  /** The newest recorded write of the store to the endpoint; null if no recent write is recorded. `at` is RFC 3339. */
  last: { requestId: string | null; idempotencyKey: string; at: string } | null;
};

/**
 * A pattern behind a block (a part of a screen): the link to its text in docs/patterns.md, and the link to its
 * decision.
 */
export type XrayPattern = { place: string; decision: string };

/** A block (a part of a screen) with the platform endpoints and patterns behind it, and the scopes that it needs. */
export type XrayBlockView = Pick<XrayBlock, 'name' | 'source' | 'feed' | 'at'> & {
  endpoints: XrayEndpoint[];
  patterns: XrayPattern[];
  scopes: { scope: Scope; isGranted: boolean }[];
};

/**
 * A screen in the X-ray: the pattern of its path, the file of its page, and its blocks (the parts of the screen). The
 * blocks are in the sequence in which they are rendered. `filesUrl` is the URL below which the files of the repository
 * open, without a slash at the end. It is null if the deployment has none.
 */
export type XrayView = { path: string; page: string; filesUrl: string | null; blocks: XrayBlockView[] };
