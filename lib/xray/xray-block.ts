import type { Messages } from 'next-intl';
import type { EndpointName } from '@/lib/platform/contract/endpoints';
import type { Scope } from '@/lib/platform/contract/scopes';

/**
 * One part of a screen in the X-ray, with the code and the endpoints behind it. Files are given as paths in the
 * repository.
 */
export type XrayBlock = {
  /** Key of the block's name in the translated messages. */
  name: keyof Messages['xray']['blocks'];
  /** The file that renders the block. */
  source: string;
  /**
   * `feed` is the function that supplies the block's data or processes its input (a read or a server action). `at` is
   * the file that exports the function.
   */
  feed: string;
  at: string;
  /**
   * The platform endpoints that the block's function requests immediately, or that the worker requests later when it
   * sends the items of a bulk run.
   */
  requests?: readonly EndpointName[];
  /** The platform endpoints that the worker requests to update the mirror rows that this block reads. */
  mirrors?: readonly EndpointName[];
  /** Scopes that the block, or a part of it, needs in addition to the scopes of its endpoints. */
  scopes?: readonly Scope[];
};

/**
 * A screen in the X-ray. `path` is relative to the install. An id in it is written [name], like the folder of the page
 * in the app directory.
 */
export type XrayScreen = { path: string; blocks: readonly XrayBlock[] };
