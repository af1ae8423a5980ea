import { z } from 'zod/mini';
import type { ReadonlyDeep } from '../schema/readonly-deep.ts';

/**
 * What `/sandbox/*` answers: the demo's keys, what a user needs to verify its evidence, and its stories. It is outside
 * `/rest/v1` and exists only where the embedded service has its sandbox on (Rule ST-6).
 */

/** `GET /sandbox/session` (Rule ST-12): the keys of the demo. */
export const SandboxSession = z.object({
  /** In a fixed order; the one of the stories comes after the others. */
  organizations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      apiKey: z.string(),
      /** The one of the stories: evidence with known failures, and no business. Absent for the others. */
      testCases: z.exactOptional(z.literal(true)),
    }),
  ),
  subjects: z.array(z.object({ id: z.string(), commonName: z.string(), accessToken: z.string() })),
});
export type SandboxSession = ReadonlyDeep<z.infer<typeof SandboxSession>>;

const SandboxAnchor = z.object({
  /** The common name of the certificate. */
  title: z.string(),
  pem: z.string(),
  /** Of the DER, 64 lower-case hexadecimal digits. */
  sha256: z.string(),
  /** Whose certificates it vouches for: those of signers, or that of the time-stamp authority. */
  use: z.enum(['signing', 'stamping']),
});
export type SandboxAnchor = ReadonlyDeep<z.infer<typeof SandboxAnchor>>;
export type SandboxAnchorUse = SandboxAnchor['use'];

/**
 * `GET /sandbox/anchors` (Rule ST-13): what a user takes on trust when verifying evidence of this sandbox, and only of
 * this one. Every data folder has keys of its own, so the anchors of one sandbox say nothing of another.
 */
export const SandboxAnchors = z.object({
  /** Names this set; another set of anchors has another name. */
  version: z.string(),
  anchors: z.array(SandboxAnchor),
  /** By which merkleized proofs of the sandbox are folded; a recipe id of the proofs. */
  recipe: z.literal('ascii-hex-sorted/1'),
  /** Contracts that mint tokens on an authorized claim; `role` is 32 bytes of hexadecimal. */
  endorsers: z.array(
    z.object({ network: z.number(), address: z.string(), role: z.exactOptional(z.string()) }),
  ),
  /** Contract that knows the roots of the third party's range; absent while no chain of the sandbox has one. */
  range: z.exactOptional(z.object({ network: z.number(), address: z.string() })),
  /** Where a node of the sandbox's chain answers: a path on the same origin. */
  rpc: z.exactOptional(z.object({ network: z.number(), path: z.string() })),
  /**
   * Where the third party's log is followed (Rule ST-33): a path on the same origin, and the key of its checkpoints
   * (c2sp.org/signed-note).
   */
  log: z.exactOptional(z.object({ path: z.string(), verifierKey: z.string() })),
});
export type SandboxAnchors = ReadonlyDeep<z.infer<typeof SandboxAnchors>>;

/** A check that is neither PASSED nor NOT_APPLICABLE under the `standard` policy. */
export const SandboxExpectation = z.object({
  /** Id of the check: `merkleized.root`. */
  check: z.string(),
  status: z.enum(['FAILED', 'INDETERMINATE']),
  /** Reason code. */
  reason: z.string(),
  /** Which piece of the case: `document`, `witness`, `invites[0]`, `invites[0].witness`, `claim`, `token`, `case`. */
  section: z.string(),
});
export type SandboxExpectation = ReadonlyDeep<z.infer<typeof SandboxExpectation>>;

/**
 * One of `GET /sandbox/stories` (Rule ST-14): evidence of the stories' organization, clean or with one defect, and
 * what fails when it is verified with the sandbox's anchors, its recipe, the bytes of its document and tokens, and
 * no chain.
 */
const SandboxStory = z.object({
  /** Words joined by hyphens: the same in every sandbox. */
  name: z.string(),
  /** The document's name, in Spanish. */
  title: z.string(),
  organization: z.string(),
  /** Id of the document's witness. */
  witness: z.string(),
  /** Id of the signature request. */
  request: z.string(),
  /** The effect of its defect: exactly what stays open or fails in it and not in the clean story. */
  expected: z.array(SandboxExpectation),
  /** What stays open in it, as in the clean story of its kind, until a user names a chain. */
  baseline: z.array(SandboxExpectation),
  /**
   * What fails when a user queries the sandbox's own node, where that differs from `expected`: there everything
   * happened as it did, whatever the service reports.
   */
  onChain: z.exactOptional(z.array(SandboxExpectation)),
});
export type SandboxStory = ReadonlyDeep<z.infer<typeof SandboxStory>>;

/** A screen lists a story without its title too. */
export const SandboxStories = z.array(z.extend(SandboxStory, { title: z.exactOptional(z.string()) }));
export type ListedStory = ReadonlyDeep<z.infer<typeof SandboxStories>>[number];

/** `GET /sandbox/clock` (Rule ST-19): the present time of the sandbox. */
export const SandboxClock = z.object({
  /** RFC 3339. */
  now: z.string(),
  /** Seconds that it is ahead of the machine's clock; never negative. */
  offset: z.number(),
});
export type SandboxClock = ReadonlyDeep<z.infer<typeof SandboxClock>>;

/** Body of `POST /sandbox/clock`: seconds to advance, or an instant to move to (RFC 3339, UTC). */
export type SandboxClockMove = { readonly advance: number } | { readonly at: string };
