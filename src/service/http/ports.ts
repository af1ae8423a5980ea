import type { Readable } from 'node:stream';
import type {
  SandboxAnchors,
  SandboxClock,
  SandboxSession,
  SandboxStory,
} from '#contract/sandbox/sandbox.ts';
import type { Caller } from '../handlers/access/caller.ts';
import type { Handlers } from '../handlers/call.ts';
import type { PublicLog } from '../handlers/sandbox/public-log.ts';
import type { PoolUse } from '../storage/database/database.ts';

/** Answer of an operation that does not answer JSON (`bytes` in the table). */
export interface BytesAnswer {
  /** The name to save it under, as it was given. */
  readonly fileName: string;
  /** Media type. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  stream(): Promise<Readable>;
}

/** The demo, its anchors, its stories and its signers (Rules ST-11 to ST-15). */
export interface Sandbox {
  session(): Promise<SandboxSession>;
  anchors(): Promise<SandboxAnchors>;
  stories(): Promise<readonly SandboxStory[]>;
  clock(): Promise<SandboxClock>;
  /** Moves the clock forward; answers where it is. */
  moveClock(to: { readonly advance: number } | { readonly at: Date }): Promise<SandboxClock>;
  /** The DER of an OCSP response to the DER of a request. */
  ocsp(request: Uint8Array): Promise<Uint8Array>;
  /** The third party's log, for whoever follows it. */
  readonly log: PublicLog;
  /** Answers the body of a JSON-RPC call as a node of the chain. */
  rpc(body: unknown): Promise<unknown>;
  /** Claims as the initial owner; answers the witness as that owner would read it. */
  claim(witnessId: string): Promise<unknown>;
  /** Passes a token on as its holders, one after another, or burns it; answers the token. */
  pass(tokenId: string, to: readonly string[] | undefined): Promise<unknown>;
  /** Signs as the invite's own subject; answers the invite as its subject would read it. */
  sign(inviteId: string): Promise<unknown>;
  reject(inviteId: string): Promise<unknown>;
}

/** How the preservation of witnesses goes, for whoever watches the service. */
export interface Health {
  readonly waiting: Queue;
  /** The same by what is waited for. */
  readonly queues?: readonly (Queue & { readonly kind: string })[] | undefined;
  /** Items that failed at their last attempt and are tried again. */
  readonly failing?: readonly { readonly kind: string; readonly count: number }[] | undefined;
  /** Witnesses preserved by this process, and steps that failed in it. */
  readonly preserved: number;
  readonly failures: number;
  /** Why nothing is appended to the third party's tree. */
  readonly brokenTree?: string | undefined;
  /** Whether the object store answers; absent where documents lie in the data folder. */
  readonly reachesDocuments?: boolean | undefined;
  /** Witnesses and documents that this process recomputed, and those of them that do not hold; absent without the role. */
  readonly audit?: { readonly verified: number; readonly unsound: number } | undefined;
  /** Blocks of the sandbox's chain whose tokens are not indexed yet. */
  readonly indexLag?: number | undefined;
  /** Connections to PostgreSQL, and statements that wait for one. */
  readonly pool?: PoolUse | undefined;
  /** Instances that serve the same PostgreSQL database. */
  readonly instances?: number | undefined;
}

interface Queue {
  readonly count: number;
  /** Age of the one that waits longest; 0 where none does. */
  readonly oldestSeconds: number;
}

/** Seconds that a witness may wait before the service calls itself delayed. */
export const delayedAfter = 60;

/** Everything that answers requests, once it is there. */
export interface Core {
  readonly handlers: Handlers;
  /** Identifies the holder of a bearer secret; throws refusals (Rules AU-1, AU-2, AU-4, AU-5). */
  authenticate(secret: string): Promise<Caller>;
  /** Names the data that answers are made of: equal names, the same data. Absent where no answer is stored. */
  dataVersion?(): Promise<string>;
  /** Takes the bytes of one PUT to an upload address; refusals are faults and keep nothing (Rules UP-2 to UP-7). */
  receiveUpload(token: string, headers: UploadHeaders, bytes: AsyncIterable<Uint8Array>): Promise<unknown>;
  /** Exchanges an upload address for one of the object store, which takes these bytes and no others (Rule UP-13). */
  signDirectUpload(
    token: string,
    bytes: { readonly size: number; readonly sha256: string },
  ): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }>;
  /** Absent with the sandbox off. */
  readonly sandbox: Sandbox | undefined;
  /** Whether everything seeded is processed (Rule ST-3). */
  ready(): boolean | Promise<boolean>;
  /** Absent where nothing is preserved. */
  health?(): Promise<Health>;
}

interface UploadHeaders {
  readonly contentMd5: string | undefined;
  readonly contentLength: string | undefined;
}
