import type { Page } from '@playwright/test';
import type { Bend, Wire } from './wire.ts';
import type { World } from './world.ts';

/** How an operation is called by a reader, and how its answer is seen. */
export interface Row {
  /**
   * Leads to the screen, and does there what calls the operation. Nothing that was read before may answer instead: by
   * a fresh load, or by requesting another thing in each round.
   */
  readonly act: (page: Page, world: World, round: 0 | 1) => Promise<unknown>;
  /**
   * What stands at the place's field instead of what the service gave, so that nothing else can have said it.
   * Of bytes: what is made of them. Absent: what the service gave is looked for as it is.
   */
  readonly mark?: unknown;
  /** How that reads on the screen. */
  readonly shows?: string | RegExp;
  /** Where it is not a text on the screen: whether it is seen now. */
  readonly seen?: (page: Page, wire: Wire) => boolean | Promise<boolean>;
  /** What else is as in the place's description. */
  readonly given?: Bend['given'];
}
