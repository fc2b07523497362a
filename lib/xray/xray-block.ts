import type { Messages } from 'next-intl';
import type { EndpointName } from 'commerce-platform-client/contract/endpoints';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import type { PatternName } from './xray-patterns';

/**
 * One part (block) of a screen in the X-ray, a developer mode that shows the code and the platform endpoints behind
 * each part. Paths of files start at the root of the repository.
 */
export type XrayBlock = {
  /** Key of the name of the block (the part of the screen) in the translated texts. */
  name: keyof Messages['xray']['blocks'];
  /** The file that renders the block. */
  source: string;
  /**
   * `feed`: name of the function that reads the data of the block or processes its input. `at`: the file that exports
   * this function.
   */
  feed: string;
  at: string;
  /**
   * Platform endpoints to which the function of the block sends requests. For a bulk run, the worker sends these
   * requests later.
   */
  requests?: readonly EndpointName[];
  /**
   * Platform endpoints from which the worker updates the mirror (our copy of the platform's data). Absent if the block
   * shows no data of the mirror.
   */
  mirrors?: readonly EndpointName[];
  /** Scopes that the block, or a part of it, needs in addition to the scopes of its endpoints. */
  scopes?: readonly Scope[];
  /**
   * Patterns of docs/patterns.md behind the block, in addition to the patterns of its endpoints.
   */
  patterns?: readonly PatternName[];
};

/**
 * A screen in the X-ray. `path` is relative to the path of the install. An id in the path is written as [name], like
 * the folder of the page in the app directory.
 */
export type XrayScreen = { path: string; blocks: readonly XrayBlock[] };
