import { describe, expect, it } from 'vitest';
import { sha256 } from '../encoding/hash.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import { internal } from '../policy/policy.ts';
import {
  authority,
  context,
  document,
  documentHash,
  documentWitness,
  evidence,
  pem,
  root,
  signer,
  stampOver,
} from '../testing/case-material.ts';
import { hex } from '../testing/trees.ts';
import { buildCase, maxDocumentBytes, withDocument } from './build-case.ts';
import { verifyCase } from './verify-case.ts';
import { readCase } from './read-case.ts';

const leaf = signer('Ana');
const ocspResponse = evidence.invites![0]!.ocspResponse!;
const withoutNodes: Context = (({ exchanges: _e, ...rest }) => rest)(context);
const read = (of: Evidence, in_: Context = context, bytes?: Uint8Array) =>
  readCase(
    buildCase({ title: 't', evidence: of, context: in_, ...(bytes !== undefined && { document: bytes }) })
      .text,
  );

describe('what is put into a case file comes out of it', () => {
  const { documentDigest: _, ...reported } = evidence;

  it('evidence of every kind, text as text and bytes as text of the same bytes', () => {
    expect(read(reported).evidence).toEqual(reported);
    const texts: Evidence = {
      certificate: pem(leaf),
      ocspResponse,
      stamp: stampOver(documentHash),
      certificates: [pem(authority), pem(root)],
      declaredExchanges: context.exchanges!,
    };
    expect(read(texts).evidence).toEqual(texts);
    expect(read({ certificate: leaf.der }).evidence).toEqual({
      certificate: Buffer.from(leaf.der).toString('base64'),
    });
    expect(read({}).evidence).toEqual({});
    expect(read(texts).issues).toEqual([]);
  });

  it('the document, whose digests are made again from its bytes', () => {
    const { evidence: found } = read(evidence, context, document);
    expect(found.documentDigest).toBe(documentHash);
    expect(found.documentDigest).toBe(hex(sha256(document)));
    expect(Object.entries(found.otherDigests!).map(([name, digest]) => [name, digest.length])).toEqual([
      ['SHA-384', 96],
      ['SHA-512', 128],
      ['RFC 9162 leaf', 64],
    ]);
    expect(withDocument({ documentDigest: 'ab', otherDigests: { 'SHA-384': 'cd' } }, undefined)).toEqual({});
    const large = new Uint8Array(maxDocumentBytes + 1);
    expect(() => buildCase({ title: 't', evidence: {}, document: large, context })).toThrow(
      `at most ${maxDocumentBytes} bytes in a case file`,
    );
  });

  it('every part of the context, and none that was not there', () => {
    const whole: Context = { ...context, policy: internal, recipe: 'bytes-sorted/1', treeSize: 13n };
    expect(read(reported, whole).declared).toEqual({
      ...whole,
      anchors: whole.anchors.map(({ title, certificate, use }) => ({ title, certificate, use })),
    });
    expect(read(reported, whole).exchanges).toEqual(context.exchanges);
    const { endorsers: _n, range: _r, ...bare } = withoutNodes;
    const { declared, exchanges } = read(reported, bare);
    expect(Object.keys(declared).sort()).toEqual(['anchors', 'build', 'now', 'policy', 'trustVersion']);
    expect(exchanges).toBeUndefined();
  });

  it('each piece with where it is from; lines of PEM have 64 characters', () => {
    const file = JSON.parse(buildCase({ title: 't', evidence, document, context }).text) as {
      evidence: { kind: string; origin: string }[];
      context: { anchors: { pem: string }[] };
    };
    expect(file.evidence.map(({ kind, origin }) => `${kind} ${origin}`)).toEqual([
      'document file',
      'witness service',
      'invite service',
      'invite service',
      'events service',
      'rpc rpc',
    ]);
    const lines = file.context.anchors[0]!.pem.split('\n');
    expect([lines[0], lines.at(-1)]).toEqual(['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----']);
    expect(lines.slice(1, -2).every((line) => line.length === 64)).toBe(true);
  });
});

describe('to the reader the maker’s nodes and anchors are no more than reported', () => {
  const of = (change: Partial<Evidence>, in_: Context = context) =>
    buildCase({ title: 't', evidence: change, context: in_ }).text;
  const find = (text: string, reader: Context, key: string, id: string) =>
    verifyCase(text, reader)
      .report.sections.find((one) => one.key === key)
      ?.checks.find((one) => one.id === id);

  it('answers of the maker’s nodes are the service’s word, as are those that were declared before', () => {
    const { nom151: _n, ...rest } = documentWitness;
    const witness = { ...rest, merkleized: (({ token: _t, ...fields }) => fields)(rest.merkleized!) };
    const first = find(of({ witness }), withoutNodes, 'witness', 'merkleized.anchor');
    const second = find(
      of({ witness, declaredExchanges: context.exchanges! }, withoutNodes),
      withoutNodes,
      'witness',
      'merkleized.anchor',
    );
    for (const check of [first, second])
      expect(check).toMatchObject({
        status: 'INDETERMINATE',
        basis: 'SERVER',
        reason: { code: 'X_SERVER_WORD' },
      });
    expect(
      find(of({ witness }, withoutNodes), withoutNodes, 'witness', 'merkleized.anchor')?.reason?.code,
    ).toBe('X_ANCHOR_NOT_CHECKED');
    expect(find(of({ witness }), context, 'witness', 'merkleized.anchor')?.status).toBe('PASSED');
    expect(verifyCase(of({ witness }, withoutNodes), withoutNodes).report.inputs.evidence).not.toHaveProperty(
      'declaredExchanges',
    );
  });

  it('an anchor found only in the file is named, and not trusted', () => {
    const reader = { ...context, anchors: [] };
    const certificates = [hex(authority.der)];
    const check = find(
      of({ certificate: pem(leaf), certificates }),
      reader,
      'certificate',
      'certificate.path',
    );
    expect(check).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'NO_CERTIFICATE_CHAIN_FOUND' },
      next: { code: 'trust_anchor', detail: { sha256: root.certificate.fingerprint } },
    });
    const without = verifyCase(of({ certificate: pem(leaf) }, reader), reader).report;
    expect(without.inputs.evidence).not.toHaveProperty('certificates');
  });
});
