import type { Caller } from '../domain/caller.ts';
import type { Handlers } from '../domain/call.ts';

/** What a bearer secret stands for, found by its digest (Rules AU-2, AU-4, AU-5). */
export interface Credential {
  /** Bare lower-case hex of the digest that is stored; compared again in constant time. */
  readonly digest: string;
  readonly caller: Caller;
  /** False for an API key that was switched off: it answers 401 (Rule AK-2). */
  readonly enabled: boolean;
  /** False when the quota of a key's organization does not include the interface (Rule AU-5). */
  readonly mayUseInterface: boolean;
}

export interface Credentials {
  /** @param digest bare lower-case hex SHA-256 of the secret's text */
  find(digest: string): Promise<Credential | undefined>;
}

/** One PUT to an upload address, headers already read; the body is cut off with a fault past the limit. */
export interface Upload {
  /** Bare lower-case hex of the 16 bytes that `Content-MD5` carried. */
  readonly md5: string;
  /** Bytes announced, where they were. */
  readonly length: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface Uploads {
  /** Stores what an address was given for; refusals are faults, and keep nothing (Rules UP-4, UP-5, UP-7). */
  receive(token: string, upload: Upload): Promise<void>;
}

/** What an operation whose answer is not JSON gives (`bytes` in the table). */
export interface BytesAnswer {
  readonly bytes: Uint8Array;
  /** Media type without parameters, e.g. `application/pdf`. */
  readonly type: string;
  /** The name to save it under, as it was given. */
  readonly name: string;
}

export interface SandboxSession {
  readonly organizations: readonly { id: string; name: string; apiKey: string }[];
  readonly subjects: readonly { id: string; commonName: string; accessToken: string }[];
}

/** The demo signers (Rules ST-11, ST-12). */
export interface Sandbox {
  session(): Promise<SandboxSession>;
  /** Signs as the invite's own subject; answers the invite as its subject would read it. */
  sign(inviteId: string): Promise<unknown>;
  reject(inviteId: string): Promise<unknown>;
}

/** Everything that answers requests, once it is there. */
export interface Core {
  readonly handlers: Handlers;
  readonly credentials: Credentials;
  readonly uploads: Uploads;
  /** Absent with the sandbox off. */
  readonly sandbox: Sandbox | undefined;
  /** Whether everything seeded is processed (Rule ST-3). */
  ready(): boolean | Promise<boolean>;
}
