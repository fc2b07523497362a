import type { Messages } from 'next-intl';
import type { OperationName } from '@/lib/platform/contract/operations';
import type { Scope } from '@/lib/platform/contract/scopes';

/** One part of a screen, and what stands behind it. Files are paths in the project. */
export type XrayBlock = {
  /** Its word in the messages. */
  name: keyof Messages['xray']['blocks'];
  /** The file that draws it. */
  source: string;
  /** The function that feeds it, a read or a server action, and the file that exports it. */
  feed: string;
  at: string;
  /** What the platform is asked by it: now, or by the worker when a run's turn has come. */
  requests?: readonly OperationName[];
  /** What the worker asks by itself to keep the rows that are read here. */
  mirrors?: readonly OperationName[];
  /** What more it takes, or takes for some of it, than its operations do. */
  scopes?: readonly Scope[];
};

/** A screen: its path below the install, in which an id is [name], as the folders of its page are. */
export type XrayScreen = { path: string; blocks: readonly XrayBlock[] };
