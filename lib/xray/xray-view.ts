import type { EndpointName } from '@/lib/platform/contract/endpoints';
import type { Scope } from '@/lib/platform/contract/scopes';
import type { XrayBlock } from './xray-block';

/** A platform endpoint that supplies or receives the data of one part of a screen (a block of the X-ray). */
export type XrayEndpoint = {
  name: EndpointName;
  /** Method and path of the endpoint, such as "POST /orders". */
  address: string;
  /**
   * How the block depends on the endpoint. requested: the block's own function requests it. mirrored: the worker
   * requests it to update the mirror rows that the block reads.
   */
  source: 'requested' | 'mirrored';
  /** True if requests to the endpoint are recorded as operations. Reads are not recorded. */
  isRecorded: boolean;
  /** The newest recorded write of this store to the endpoint; null if there was none recently. `at` is RFC 3339. */
  last: { requestId: string | null; idempotencyKey: string; at: string } | null;
};

/** A block of a screen, with the platform endpoints behind it. */
export type XrayBlockView = Pick<XrayBlock, 'name' | 'source' | 'feed' | 'at'> & {
  endpoints: XrayEndpoint[];
  scopes: { scope: Scope; isGranted: boolean }[];
};

/** A screen: the pattern of its path, the file of its page, and its blocks in the order in which they are rendered. */
export type XrayView = { path: string; page: string; blocks: XrayBlockView[] };
