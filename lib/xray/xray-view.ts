import type { EndpointName } from '@/lib/platform/contract/endpoints';
import type { Scope } from '@/lib/platform/contract/scopes';
import type { XrayBlock } from './xray-block';

/** A platform endpoint behind a block. */
export type XrayEndpoint = {
  name: EndpointName;
  /** "POST /orders". */
  address: string;
  /**
   * requested: the block's own function requests it. mirrored: the worker requests it to update the rows that the block
   * reads.
   */
  source: 'requested' | 'mirrored';
  /** Whether its requests are recorded; reads are not recorded. */
  isRecorded: boolean;
  /** The newest recorded write of this endpoint in this store; null if there is no recent one. `at` is RFC 3339. */
  last: { requestId: string | null; idempotencyKey: string; at: string } | null;
};

/** A block of the screen. */
export type XrayBlockView = Pick<XrayBlock, 'name' | 'source' | 'feed' | 'at'> & {
  endpoints: XrayEndpoint[];
  scopes: { scope: Scope; isGranted: boolean }[];
};

/** A screen: the pattern of its path, the file of its page, and its blocks in the order in which they are rendered. */
export type XrayView = { path: string; page: string; blocks: XrayBlockView[] };
