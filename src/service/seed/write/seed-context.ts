import { createHash } from 'node:crypto';
import type {
  Authorities,
  AuthoritiesBundle,
  Signer,
} from '../../authorities/sandbox/sandbox-authorities.ts';
import { openAuthorities } from '../../authorities/sandbox/sandbox-authorities.ts';
import type { OrganizationKey, SubjectKey } from '../data/tables.ts';
import { createRandom } from '../plan/random.ts';
import type { Random } from '../plan/random.ts';
import type { SeedWitness, Story } from '../plan/story.ts';
import type { Secret } from '../../storage/secret.ts';

/** What the demo is made of before there is a database for it. */
export interface DemoMaterial {
  readonly seed: number;
  readonly now: Date;
  readonly story: Story;
  /** The organization of the test cases. */
  readonly cases: Story;
  readonly bundle: AuthoritiesBundle;
  /** By the key of the request, those of the test cases included. */
  readonly documents: ReadonlyMap<string, StoredDocument>;
}

export interface StoredDocument {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly md5: string;
  readonly sha256: string;
}

/** The story with its real keys and documents: whatever its rows are made from, by the names the story uses. */
export class SeedContext {
  readonly story: Story;
  readonly keys: Authorities;
  readonly secret: Secret;
  /** The number that the story is known by. */
  readonly seed: number;
  readonly random: Random;
  readonly now: Date;
  /** By the id of the invite, bare lower-case hexadecimal. */
  readonly signatures = new Map<string, string>();
  readonly #documents: ReadonlyMap<string, StoredDocument>;
  readonly #organizationId: ReadonlyMap<OrganizationKey, string>;
  readonly #subjectId: ReadonlyMap<SubjectKey, string>;
  readonly #hashes = new Map<string, string>();

  constructor(
    { story, bundle, documents, seed, now }: Omit<DemoMaterial, 'cases'>,
    secret: Secret,
    keys = openAuthorities(bundle),
  ) {
    this.story = story;
    this.keys = keys;
    this.secret = secret;
    this.seed = seed;
    this.random = createRandom(seed);
    this.now = now;
    this.#documents = documents;
    this.#organizationId = new Map(story.organizations.map(({ key, id }) => [key, id]));
    this.#subjectId = new Map(story.subjects.map(({ key, id }) => [key, id]));
    this.#sign();
  }

  organization = (key: OrganizationKey): string => of(this.#organizationId, key);
  subject = (key: SubjectKey): string => of(this.#subjectId, key);
  signer = (key: SubjectKey): Signer => of(this.keys.signers, key);
  document = (requestKey: string): StoredDocument => of(this.#documents, requestKey);
  hash = (witness: SeedWitness): string => of(this.#hashes, witness.id);

  certificateId(key: SubjectKey): string {
    const { notBefore } = this.story.subjects.find((subject) => subject.key === key)?.certificate ?? {};
    return derivedId(`certificate/${this.subject(key)}`, notBefore ?? this.now);
  }

  /** Every signature, and the hash of every witness. */
  #sign(): void {
    for (const request of this.story.requests) {
      const document = this.document(request.key);
      if (request.witness) this.#hashes.set(request.witness.id, document.sha256);
      for (const { id, subject, answer } of request.invites) {
        if (answer.status !== 'signed') continue;
        const signed = answer.over === undefined ? document.bytes : Buffer.from(answer.over);
        const signature = this.signer(subject).sign(signed);
        this.signatures.set(id, signature);
        this.#hashes.set(answer.witness.id, sha256(Buffer.from(signature, 'hex')));
      }
    }
    for (const { id, text } of this.story.witnesses) this.#hashes.set(id, sha256(text));
  }
}

/** An id that the same thing always has, beginning with its second as ids do. */
export function derivedId(label: string, at: Date): string {
  const second = Math.floor(at.getTime() / 1000)
    .toString(16)
    .padStart(8, '0');
  return second + createHash('sha256').update(label).digest('hex').slice(0, 16);
}

export const dates = (createdAt: Date, updatedAt = createdAt): { created_at: Date; updated_at: Date } => ({
  created_at: createdAt,
  updated_at: updatedAt < createdAt ? createdAt : updatedAt,
});

export const processedAt = ({ nom151At, merkleizedAt, externalAt }: SeedWitness): Date[] =>
  [nom151At, merkleizedAt, externalAt].filter((at) => at !== undefined);

export const latest = (instants: readonly Date[]): Date | undefined =>
  instants.length === 0 ? undefined : new Date(Math.max(...instants.map(Number)));
export const earliest = (instants: readonly Date[]): Date | undefined =>
  instants.length === 0 ? undefined : new Date(Math.min(...instants.map(Number)));

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

function of<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const found = map.get(key);
  if (found === undefined) throw new RangeError(`The story speaks of ${String(key)}, which is not in it`);
  return found;
}
