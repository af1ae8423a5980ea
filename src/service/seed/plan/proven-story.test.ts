import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Check } from '#proofs/check.ts';
import { checkExternalRoot, checkExternalShape } from '#proofs/merkle/check-external.ts';
import { checkSignatureForm, checkSignatureRsa } from '#proofs/signature/check-signature.ts';
import { checkClaimSignature } from '#proofs/token/claim.ts';
import { identityOf, readCertificate } from '#proofs/pki/certificate/certificate.ts';
import { checkOcsp } from '#proofs/pki/ocsp/ocsp.ts';
import { checkPath } from '#proofs/pki/path/check-path.ts';
import { rfc3161Profile } from '#proofs/pki/timestamp/stamp-profiles.ts';
import { checkStamp } from '#proofs/pki/timestamp/stamp.ts';
import { standard } from '#proofs/policy/policy.ts';
import { checkMerkleizedRoot, checkMerkleizedShape } from '#proofs/merkle/check-merkleized.ts';
import { publicNumbers } from '../../authorities/keys.ts';
import { buildMerkleTree } from '../../authorities/trees/merkle-tree.ts';
import { createAuthorities, openAuthorities } from '../../authorities/sandbox/sandbox-authorities.ts';
import type { Authorities } from '../../authorities/sandbox/sandbox-authorities.ts';
import { openWitnessTree } from '../../authorities/trees/witness-tree.ts';
import { renderDocument } from '../documents/documents.ts';
import { batchesOf, planStory, witnessesOf } from './story.ts';

// Everything that the seed makes, given to the layer that checks evidence: it knows nothing of how it was made.

const now = new Date('2026-11-20T15:42:00Z');
const story = planStory(4310, now);
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const status = ({ id, status, reason }: Check): string => `${id} ${status}${reason ? ` ${reason.code}` : ''}`;
const failing = (checks: readonly Check[]): string[] =>
  checks.filter((one) => one.status !== 'PASSED').map(status);

interface Signature {
  subject: string;
  at: Date;
  /** When the signature's witness was processed. */
  provenAt: Date;
  digest: string;
  signature: string;
}

let authorities: Authorities;
const hashes = new Map<string, string>();
const digests = new Map<string, string>();
const signatures: Signature[] = [];

beforeAll(async () => {
  authorities = openAuthorities(await createAuthorities(now, story.subjects));
  for (const request of story.requests) {
    const document = await renderDocument(request, story);
    const digest = sha256(document).toString('hex');
    digests.set(request.key, digest);
    if (request.witness !== undefined) hashes.set(request.witness.id, digest);
    for (const { subject, answer } of request.invites) {
      if (answer.status !== 'signed') continue;
      const signature = authorities.signers.get(subject)!.sign(document);
      hashes.set(answer.witness.id, sha256(Buffer.from(signature, 'hex')).toString('hex'));
      signatures.push({ subject, at: answer.at, provenAt: answer.witness.merkleizedAt!, digest, signature });
    }
  }
  for (const witness of story.witnesses) hashes.set(witness.id, sha256(witness.text).toString('hex'));
});

const anchorOf = (certificate: Uint8Array) => ({
  certificate: readCertificate(certificate),
  title: 'sandbox',
  use: 'both' as const,
});

describe('every proof of the seed holds', () => {
  test('signatures, by the keys of their certificates', () => {
    expect(signatures.length).toBeGreaterThan(60);
    for (const { subject, digest, signature } of signatures) {
      const { publicKey } = authorities.signers.get(subject)!;
      const { modulus, exponent } = publicNumbers(publicKey);
      const key = { modulus: Buffer.from(modulus, 'hex'), exponent: Buffer.from(exponent, 'hex') };
      const input = { signature, digest, key };
      expect(failing([checkSignatureForm(standard, input), checkSignatureRsa(standard, input)])).toEqual([]);
    }
  });

  test('certificates reach the root, and their OCSP responses say good, when the signature is proven', () => {
    const issuer = readCertificate(authorities.issuing.certificate);
    for (const { subject, at, provenAt } of signatures) {
      const signer = authorities.signers.get(subject)!;
      const certificate = readCertificate(signer.certificate);
      const moment = { at: provenAt.getTime(), proven: true, now: now.getTime() };
      const others = [issuer];
      const anchors = [anchorOf(authorities.root.certificate)];
      expect(failing([checkPath({ policy: standard, certificate, others, anchors, moment }).check])).toEqual(
        [],
      );
      const response = authorities.answerOcsp(signer.certificate, signer.statusAt(at), at);
      expect(failing(checkOcsp({ response, certificate, issuer, moment, policy: standard }).checks)).toEqual(
        [],
      );
    }
  });

  test('today the revoked certificate is revoked and the expired one expired', () => {
    const issuer = readCertificate(authorities.issuing.certificate);
    const moment = { at: now.getTime(), proven: true, now: now.getTime() };
    const revoked = authorities.signers.get('jorge-trevino')!;
    const response = authorities.answerOcsp(revoked.certificate, revoked.statusAt(now), now);
    const certificate = readCertificate(revoked.certificate);
    const { checks } = checkOcsp({ response, certificate, issuer, moment, policy: standard });
    expect(failing(checks)).toEqual(['ocsp.status FAILED REVOKED']);
    const expired = readCertificate(authorities.signers.get('elsa-herrera')!.certificate);
    const anchors = [anchorOf(authorities.root.certificate)];
    const path = checkPath({ policy: standard, certificate: expired, others: [issuer], anchors, moment });
    expect(path.check.status).toBe('FAILED');
    expect(path.check.reason?.code).toBe('EXPIRED');
  });

  test('certificates carry the RFC and CURP of their subjects', () => {
    for (const { key, RFC, CURP, name } of story.subjects) {
      const identity = identityOf(readCertificate(authorities.signers.get(key)!.certificate));
      expect(identity.commonName).toBe(name.commonName);
      expect(identity.rfc).toBe(RFC);
      expect(name.representative ? identity.representativeCurp : identity.curp).toBe(CURP);
      expect(identity.representativeRfc).toBe(name.representative?.RFC);
    }
  });

  test('Merkle batches, and the constancia over each root proves its time', () => {
    const trust = [{ profile: rfc3161Profile, anchors: [anchorOf(authorities.stampingRoot.certificate)] }];
    for (const { at, witnesses } of batchesOf(story, 'merkleizedAt')) {
      const { root, proofs } = buildMerkleTree(witnesses.map(({ id }) => hashes.get(id)!));
      for (const { id } of witnesses) {
        const hash = hashes.get(id)!;
        const evidence = { hash, merkleProof: proofs.get(hash)!, merkleRoot: root };
        const checks = [
          checkMerkleizedShape(standard, evidence),
          checkMerkleizedRoot(standard, evidence, 'ascii-hex-sorted/1'),
        ];
        expect(failing(checks)).toEqual([]);
      }
      const imprint = Buffer.from(root, 'hex');
      const stamped = checkStamp({
        stamp: authorities.stamp(imprint, at),
        digests: { 'SHA-256': imprint },
        trust,
        now: now.getTime(),
        policy: standard,
      });
      expect(failing(stamped.checks)).toEqual([]);
      expect(stamped.provenTime).toBe(at.getTime() + 1000);
    }
  });

  test('NOM-151 stamps over document hashes', () => {
    const trust = [{ profile: rfc3161Profile, anchors: [anchorOf(authorities.stampingRoot.certificate)] }];
    const stamped = witnessesOf(story).filter(({ nom151At }) => nom151At !== undefined);
    expect(stamped.length).toBeGreaterThan(10);
    for (const { id, nom151At } of stamped) {
      const imprint = Buffer.from(hashes.get(id)!, 'hex');
      const stamp = authorities.stamp(imprint, nom151At!);
      const digests = { 'SHA-256': imprint };
      const { checks } = checkStamp({ stamp, digests, trust, now: now.getTime(), policy: standard });
      expect(failing(checks)).toEqual([]);
    }
  });

  test('leaves of the witness tree, with their position once the size is known', () => {
    const tree = openWitnessTree();
    for (const { witnesses } of batchesOf(story, 'externalAt')) {
      const leaves = witnesses.map(({ id }) => ({
        hash: hashes.get(id)!,
        index: tree.append(hashes.get(id)!),
      }));
      const size = { value: BigInt(tree.size()), basis: 'RECOMPUTED' } as const;
      for (const { hash, index } of leaves) {
        const evidence = { hash, ...tree.prove(index) };
        const checks = [
          checkExternalShape(standard, evidence),
          checkExternalRoot(standard, evidence),
          checkExternalRoot(standard, evidence, size),
        ];
        expect(failing(checks)).toEqual([]);
      }
    }
    expect(tree.size()).toBeGreaterThan(10);
  });

  test('claims recover to their authorizer, for the contract of this very sandbox', () => {
    const walletOf = (key: string): string => authorities.signers.get(key)!.evmAddress;
    const hashOf = (key: string): string => digests.get(key)!;
    for (const { request, initialOwner } of story.tokens) {
      const claim = authorities.authorizeClaim({ leaf: hashOf(request), to: walletOf(initialOwner) });
      const reported = { ...claim, claimer: walletOf(initialOwner) };
      const view = { exchanges: [], basis: 'CHAIN' } as const;
      const check = checkClaimSignature(standard, hashOf(request), reported, authorities.endorser, view);
      expect(failing([check])).toEqual([]);
    }
  });
});
