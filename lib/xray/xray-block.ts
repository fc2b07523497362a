import type { Messages } from 'next-intl';
import type { EndpointName } from '@/lib/platform/contract/endpoints';
import type { Scope } from '@/lib/platform/contract/scopes';

/** One part of a screen, with the code and the endpoints behind it. Files are paths in the project. */
export type XrayBlock = {
  /** The key of its name in the messages. */
  name: keyof Messages['xray']['blocks'];
  /** The file that renders the block. */
  source: string;
  /** The function that supplies its data (a read or a server action), and the file that exports the function. */
  feed: string;
  at: string;
  /** The endpoints that it requests: immediately, or later in the worker when a bulk run reaches its position. */
  requests?: readonly EndpointName[];
  /** The endpoints that the worker requests to update the rows that this block reads. */
  mirrors?: readonly EndpointName[];
  /** Scopes that the block needs, fully or for a part, in addition to the scopes of its endpoints. */
  scopes?: readonly Scope[];
};

/** A screen: its path below the install. An id in the path is written [name], like the folders of its page. */
export type XrayScreen = { path: string; blocks: readonly XrayBlock[] };
