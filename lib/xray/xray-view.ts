import type { OperationName } from '@/lib/platform/contract/operations';
import type { Scope } from '@/lib/platform/contract/scopes';
import type { XrayBlock } from './xray-block';

/** An operation of the platform behind a block. */
export type XrayOperation = {
  name: OperationName;
  /** "POST /orders". */
  address: string;
  /** asked: by what feeds the block. mirrored: by the worker, to keep the rows that are read. */
  way: 'asked' | 'mirrored';
  /** Whether its requests are recorded; those of reads are not. */
  isRecorded: boolean;
  /** Of the newest write by it in this store; null: none of late. `at` is RFC 3339. */
  last: { requestId: string | null; idempotencyKey: string; at: string } | null;
};

/** A block of the screen. */
export type XrayBlockView = Pick<XrayBlock, 'name' | 'source' | 'feed' | 'at'> & {
  operations: XrayOperation[];
  scopes: { scope: Scope; isGranted: boolean }[];
};

/** A screen: the pattern of its path, the file of its page, and its blocks in the order they are drawn in. */
export type XrayView = { path: string; page: string; blocks: XrayBlockView[] };
