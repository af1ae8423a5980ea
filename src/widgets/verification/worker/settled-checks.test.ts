import fc from 'fast-check';
import { expect, expectTypeOf, it } from 'vitest';
import type { SignatureRequestInvite } from '#contract/resources/resources.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { sha256 } from '#proofs/encoding/hash.ts';
import { toHex } from '#proofs/encoding/bytes.ts';
import type { Report } from '#proofs/verdict/report.ts';
import * as material from '#proofs/testing/case-material.ts';
import { flipHex } from '#proofs/testing/mutate.ts';
import type { Collected } from '../collect/collect-evidence.ts';
import type { Arrived, Collecting, SettledChecks } from '../collect/collecting.ts';
import type { DocumentDigests } from './tasks.ts';
import { settledChecks } from './settled-checks.ts';

const digests: DocumentDigests = {
  documentDigest: material.documentHash,
  otherDigests: { 'SHA-384': '0'.repeat(96), 'SHA-512': '0'.repeat(128), 'RFC 9162 leaf': '0'.repeat(64) },
};
const wrong: DocumentDigests = { ...digests, documentDigest: toHex(sha256(new Uint8Array([1]))) };
const { witness, invites = [] } = material.evidence;
const path = witness?.merkleized?.merkleProof ?? [];
const invite: SignatureRequestInvite = {};

/** Wholes that hold, and that are broken in one piece each. */
const wholes: Readonly<Record<string, Evidence>> = {
  holding: { ...material.evidence, ...digests },
  'another document': { ...material.evidence, ...wrong },
  'a flipped signature': {
    ...material.evidence,
    ...digests,
    invites: invites.map((one, at) =>
      at === 0 ? { ...one, signature: flipHex(one.signature ?? '', 9) } : one,
    ),
  },
  'a flipped path': {
    ...material.evidence,
    ...digests,
    witness: {
      ...material.documentWitness,
      merkleized: {
        ...material.documentWitness.merkleized,
        merkleProof: [flipHex(path[0] ?? '', 7), ...path.slice(1)],
      },
    },
  },
  'a token over another hash': {
    ...material.evidence,
    ...digests,
    witness: {
      ...material.documentWitness,
      nom151: { ...material.documentWitness.nom151, token: material.stampOver('ab'.repeat(32)) },
    },
  },
};

/** Some pieces of a whole, as they arrive. */
function arrivedOf(
  whole: Evidence,
  has: { request: boolean; witness: boolean; document: boolean; invites: readonly boolean[] },
): [Arrived, DocumentDigests | undefined] {
  const { documentDigest, otherDigests } = whole;
  const signed = (whole.invites ?? []).flatMap((facts, at) =>
    has.request && has.invites[at] ? [{ at, invite, facts }] : [],
  );
  return [
    {
      ...(has.request && { subject: 'document' }),
      ...(has.witness && whole.witness && { witnessFacts: whole.witness }),
      signed,
    },
    has.request && has.document && documentDigest !== undefined && otherDigests !== undefined
      ? { documentDigest, otherDigests: { ...digests.otherDigests, ...otherDigests } }
      : undefined,
  ];
}

const checksOf = ({ sections }: Pick<Report | SettledChecks, 'sections'>) =>
  sections.flatMap(({ key, checks }) => checks.map((check) => ({ key, check })));

it.each(Object.entries(wholes))(
  'whatever has arrived of a case (%s), no check that is shown changes with the rest',
  (_name, whole) => {
    const final = new Map(
      checksOf(checkEvidence(whole, material.context)).map(({ key, check }) => [`${key} ${check.id}`, check]),
    );
    fc.assert(
      fc.property(
        fc.record({
          request: fc.boolean(),
          witness: fc.boolean(),
          document: fc.boolean(),
          invites: fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
        }),
        (has) => {
          const [arrived, known] = arrivedOf(whole, has);
          for (const { key, check } of checksOf(settledChecks(arrived, known, material.context)))
            expect(check).toEqual(final.get(`${key} ${check.id}`));
        },
      ),
      { numRuns: 24 },
    );
  },
);

it('shows what has failed as failed before the rest is there, and the paths that already hold', () => {
  const ids = (name: string, has: Parameters<typeof arrivedOf>[1]) =>
    checksOf(settledChecks(...arrivedOf(wholes[name] ?? {}, has), material.context)).map(
      ({ key, check }) => `${key} ${check.id} ${check.status}`,
    );
  const none = { request: false, witness: true, document: false, invites: [] };
  expect(ids('holding', none)).toContain('witness merkleized.root PASSED');
  expect(ids('a token over another hash', none)).toContain('witness nom151.imprint FAILED');
  const all = { request: true, witness: true, document: true, invites: [true, false] };
  expect(ids('another document', all)).toContain('document file.hash FAILED');
  expect(ids('a flipped signature', all)).toContain('invites[0] signature.rsa FAILED');
  // Without the bytes it is not settled which document the signature is over.
  expect(ids('a flipped signature', { ...all, document: false }).join()).not.toContain('signature.rsa');
});

it('keeps the place of a signature in its request while those before it are awaited', () => {
  const [arrived, known] = arrivedOf(wholes.holding ?? {}, {
    request: true,
    witness: true,
    document: true,
    invites: [false, true],
  });
  const { sections } = settledChecks(arrived, known, material.context);
  expect(sections.map(({ key }) => key)).toEqual(['document', 'witness', 'invites[1]']);
});

it('is no verdict for the compiler either', () => {
  expectTypeOf<SettledChecks>().not.toExtend<Report>();
  expectTypeOf<SettledChecks>().not.toHaveProperty('verdict');
  expectTypeOf<SettledChecks['sections'][number]>().not.toHaveProperty('verdict');
  expectTypeOf<Collecting>().not.toExtend<Collected>();
  expectTypeOf<Collecting>().not.toExtend<Evidence>();
  expectTypeOf<Arrived>().not.toExtend<Evidence>();
});
