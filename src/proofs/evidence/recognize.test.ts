import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCase } from '../case-file/build-case.ts';
import { checkEvidence } from '../check-evidence.ts';
import { ProofError } from '../errors.ts';
import { readEventFacts, readInviteFacts, readWitnessFacts } from './read-facts.ts';
import { recognize, type Recognized } from './recognize.ts';
import {
  context,
  evidence,
  inviteOf,
  pem,
  signer,
  stampOver,
  authority,
  documentHash,
} from '../testing/case-material.ts';
import { stampResponse } from '../pki/testing/time-stamper.ts';
import { issue, testKey } from '../pki/testing/authority.ts';
import { hex, leafAt } from '../testing/trees.ts';
import { fuzzRuns, fuzzTimeout } from '../testing/vectors.ts';

const bytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const read = (value: unknown): Recognized => recognize(value instanceof Uint8Array ? value : bytes(value));
const facts = (value: unknown) => {
  const found = read(value);
  return 'evidence' in found ? found.evidence : {};
};

const apiWitness = {
  id: '65a000000000000000000001',
  hash: '0x' + hex(leafAt(1)),
  algorithm: 'SHA256',
  organization: { id: '65a000000000000000000002' },
  createdAt: '2026-05-01T10:00:00Z',
  merkleized: {
    merkleProof: [hex(leafAt(2))],
    merkleRoot: hex(leafAt(3)),
    txHash: '0x' + hex(leafAt(4)),
    network: '42161',
  },
  witnessExternal: {
    timestamp: 1777629600,
    leafIndex: 3,
    leftHashes: [hex(leafAt(5)), hex(leafAt(6))],
    rightHashes: [],
    targetRootHash: hex(leafAt(7)),
  },
  initialOwner: { id: 's', EVMAddress: '0xAb', wallet: { id: '0xcd' } },
  endorsable: {
    id: '7',
    ownerId: '0xcd',
    network: 42161,
    timestamp: 5,
    endorseEvents: { items: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
  },
  signatureRequest: { id: 'r' },
  nom151: null,
};

describe('what a file names by its id alone', () => {
  const [first] = evidence.invites!;
  const { pem: certificatePem } = first!.certificate!;
  const invite = { ...first, certificate: { certificatePem }, documentHash };
  const absentIn = (file: unknown) =>
    checkEvidence(facts(file), context)
      .sections.flatMap(({ checks }) => checks)
      .filter(({ reason }) => reason?.code === 'X_EVIDENCE_ABSENT')
      .map(({ id, status }) => `${id} ${status}`);
  const witness = { hash: documentHash };

  it('leaves open what it would say: a person, a witness of a signature, the witness of the document', () => {
    const subject = { ...invite, subject: { id: 'a' } };
    expect(absentIn({ witness, invites: [subject] })).toEqual(['certificate.identity INDETERMINATE']);
    const witnessed = { ...invite, witness: { id: 'a' } };
    expect(absentIn({ witness, invites: [witnessed] })).toEqual(['signature.witness INDETERMINATE']);
    expect(absentIn({ witness: { id: 'a' }, invites: [invite] })).toEqual(['file.hash INDETERMINATE']);
    expect(absentIn({ witness, invites: [{ id: 'a' }] })).toContain('signature.rsa INDETERMINATE');
    const unsigned = { createdAt: '2026-05-01T10:00:00Z', subject: { id: 'a' }, witness: { id: 'a' } };
    expect(absentIn(unsigned)).toContain('signature.rsa INDETERMINATE');
  });

  it('and nothing where it names nothing', () => {
    for (const none of [{}, null]) {
      const bare = { ...invite, subject: none, witness: none };
      expect(absentIn({ witness: none, invites: [bare] })).toEqual([]);
    }
  });
});

describe('JSON of the interface', () => {
  it('a witness, with what it carries', () => {
    const found = facts(apiWitness);
    expect(read(apiWitness).kind).toBe('witness');
    expect(found.witness).toMatchObject({
      hash: apiWitness.hash,
      merkleized: { network: 42161 },
      external: { leafIndex: 3n, timestamp: '2026-05-01T10:00:00.000Z' },
      initialOwner: '0xcd',
      endorsable: { id: 7n },
    });
    expect(found.witness).not.toHaveProperty('nom151');
    expect(found.events).toEqual({ items: [], complete: true });
  });

  it('the third party’s proof under its other name, or its fields beside the hash', () => {
    const { witnessExternal, ...rest } = apiWitness;
    expect(facts({ ...rest, witnessCo: witnessExternal }).witness).toEqual(facts(apiWitness).witness);
    const flat = { hash: apiWitness.hash, ...witnessExternal, ...apiWitness.merkleized };
    expect(facts(flat).witness).toMatchObject({
      external: { leafIndex: 3n, targetRootHash: witnessExternal.targetRootHash },
      merkleized: { merkleRoot: apiWitness.merkleized.merkleRoot },
    });
    expect(facts({ hash: 'ab' }).witness).toEqual({ hash: 'ab' });
  });

  it('token ids of 256 bits stay exact, bare or as text', () => {
    const id = 2n ** 256n - 1n;
    for (const spelled of [`${id}`, `"${id}"`]) {
      const found = facts(`{"hash":"ab","endorsable":{"id":${spelled},"ownerId":"0x1","network":1}}`);
      expect(found.witness!.endorsable!.id).toBe(id);
    }
  });

  it('the owner of a token also where only its wallet is named', () => {
    const found = facts(`{"hash":"ab","endorsable":{"id":7,"owner":{"id":"0x1"},"network":1}}`);
    expect(found.witness!.endorsable).toEqual({ id: 7n, ownerId: '0x1', network: 1 });
    const ownerOf = (token: object) => facts({ hash: 'ab', endorsable: token }).witness!.endorsable;
    expect(ownerOf({ owner: '0x1' })).toEqual({ ownerId: '0x1' });
    expect(ownerOf({ ownerId: '0x1', owner: 7 })).toEqual({ ownerId: '0x1' });
  });

  it('an invite, a request, a proof file', () => {
    const invite = {
      id: 'i',
      status: 'SIGNED',
      signature: 'ab',
      certificate: {
        certificatePem: 'PEM',
        publicKey: { modulus: 'ff', exponent: '03' },
        issuer: { certificatePem: 'ISSUER', postalCode: 6300 },
        version: 3,
      },
      subject: { commonName: 'Ana', RFC: 'R' },
      signatureRequest: { witness: { hash: 'cd' } },
      witness: { id: 'stub' },
    };
    expect(read(invite).kind).toBe('invite');
    expect(facts(invite).invites).toEqual([
      {
        id: 'i',
        status: 'SIGNED',
        signature: 'ab',
        certificate: {
          pem: 'PEM',
          modulus: 'ff',
          exponent: '03',
          issuerPem: 'ISSUER',
          issuer: { postalCode: '6300' },
          version: '3',
        },
        subject: { commonName: 'Ana', rfc: 'R' },
        unloaded: ['witness'],
        documentHash: 'cd',
      },
    ]);
    const request = { id: 'r', witness: apiWitness, invites: [invite, { status: 'PENDING' }] };
    expect(read(request).kind).toBe('request');
    expect(facts(request)).toMatchObject({
      witness: { hash: apiWitness.hash },
      invites: [{ id: 'i' }, { status: 'PENDING' }],
    });
    const proof = {
      hash: 'ab',
      signatures: [
        'cd',
        { signature: 'ef', certificate: 'PEM' },
        { signature: '01', certificatePem: 'PEM' },
        { signature: '02', publicKey: { modulus: 'ff', exponent: '03' } },
        { signature: '03', certificate: { certificatePem: 'PEM' } },
      ],
    };
    expect(read(proof).kind).toBe('proof');
    expect(facts(proof).invites).toEqual([
      { signature: 'cd' },
      { signature: 'ef', certificate: { pem: 'PEM' } },
      { signature: '01', certificate: { pem: 'PEM' } },
      { signature: '02', certificate: { modulus: 'ff', exponent: '03' } },
      { signature: '03', certificate: { pem: 'PEM' } },
    ]);
  });

  describe('what a witness is of', () => {
    const [invite] = evidence.invites!;
    const own = invite!.witness!.hash;
    const of = (value: unknown) => facts(value).signature;
    const beside = (witness: unknown) => of({ hash: own, signatureRequest: { witness } });

    it('a signature, where the request is about a document of another witness, by hash or by id', () => {
      expect(beside({ hash: documentHash })).toEqual({});
      expect(of({ id: 'a', hash: own, signatureRequest: { witness: { id: 'b' } } })).toEqual({});
    });

    it('the document, where the request names this witness, however its hash is written, or none', () => {
      expect(beside({ hash: `0x${own.toUpperCase()}` })).toBeUndefined();
      expect(beside({ hash: own })).toBeUndefined();
      expect(of({ id: 'a', hash: own, signatureRequest: { witness: { id: 'a' } } })).toBeUndefined();
      expect(of({ hash: own, signatureRequest: { witness: { id: 'a' } } })).toBeUndefined();
      expect(beside({})).toBeUndefined();
      expect(beside(null)).toBeUndefined();
    });

    it('a signature, where its hash is the one of a signature beside it', () => {
      const { signature } = invite!;
      expect(of({ hash: own, signatures: [{ signature }] })).toEqual({ signature });
      expect(of({ hash: own.toUpperCase(), signatures: ['0x' + signature!] })).toEqual({
        signature: '0x' + signature!,
      });
      expect(of({ witness: { hash: '0x' + own }, invites: [{ id: 'p' }, { signature }] })).toEqual({
        signature,
      });
      expect(of({ hash: documentHash, signatures: [{ signature }] })).toBeUndefined();
      expect(of({ hash: own, signatures: [{ signature: 'zz' }, { signature: '' }] })).toBeUndefined();
    });

    it('and the certificates of its request are reported, for none of them dates it', () => {
      const certificate = { certificatePem: pem(signer('Ana')) };
      const signatureRequest = { witness: { hash: documentHash }, invites: [{ certificate }, { id: 'x' }] };
      const reported = [{ pem: pem(signer('Ana')) }];
      expect(facts({ hash: own, signatureRequest }).signers).toEqual(reported);
      expect(facts({ signature: invite!.signature, signatureRequest }).signers).toEqual(reported);
      expect(facts({ hash: own, signatureRequest: { invites: [{ id: 'x' }] } })).not.toHaveProperty(
        'signers',
      );
      expect(facts({ hash: own, signatureRequest: { invites: { items: [] } } })).not.toHaveProperty(
        'signers',
      );
    });
  });

  it('a bare index beside a range and a path is the one of the range', () => {
    const both = {
      hash: hex(leafAt(1)),
      ...{ merkleProof: [hex(leafAt(2))], merkleRoot: hex(leafAt(3)), leafIndex: 5 },
      ...{ leftHashes: [], rightHashes: [], targetRootHash: hex(leafAt(4)) },
    };
    expect(facts(both).witness).toMatchObject({ external: { leafIndex: 5n } });
    expect(facts(both).witness!.merkleized).not.toHaveProperty('leafIndex');
    expect(facts({ ...both, treeSize: 9 }).witness!.merkleized).toMatchObject({
      leafIndex: 5n,
      treeSize: 9n,
    });
    const { targetRootHash: _, ...path } = both;
    expect(facts(path).witness!.merkleized).toMatchObject({ leafIndex: 5n });
  });

  it('a request whose witness is named by text keeps its invites, and the witness is not here', () => {
    for (const witness of ['64f0', 7, ['64f0']]) {
      expect(facts({ invites: [{ id: 'i' }], witness })).toEqual({
        invites: [{ id: 'i' }],
        unloaded: ['witness'],
      });
    }
    expect(facts({ invites: [{ id: 'i' }], witness: null })).toEqual({ invites: [{ id: 'i' }] });
  });

  it('a request without invites, and a page that holds one result', () => {
    expect(read({ id: 'r', draft: false, witness: apiWitness }).kind).toBe('request');
    expect(read({ id: 'p', info: {}, results: [apiWitness] }).kind).toBe('witness');
    expect(facts({ results: [apiWitness] })).toEqual(facts(apiWitness));
    for (const results of [[], [apiWitness, apiWitness]]) expect(() => read({ results })).toThrow(ProofError);
  });

  it('events: a page is complete when it has no neighbours, a bare list never is', () => {
    const event = { id: 'a-1', timestamp: 5, fromId: '0x1', to: { id: '0x2' }, digest: '9', network: 1 };
    const page = (hasNextPage: boolean, hasPreviousPage = false) => ({
      items: [event],
      pageInfo: { hasNextPage, hasPreviousPage },
    });
    expect(readEventFacts([event] as never)).toMatchObject({
      complete: false,
      items: [{ from: '0x1', to: '0x2', digest: 9n }],
    });
    expect(readEventFacts(page(false) as never).complete).toBe(true);
    expect(readEventFacts(page(true) as never).complete).toBe(false);
    expect(readEventFacts(page(false, true) as never).complete).toBe(false);
    expect(facts({ hash: 'ab', endorseEvents: page(false) }).events?.complete).toBe(true);
  });

  it('facts read once more are the same facts', () => {
    const again = (value: unknown) =>
      JSON.parse(
        JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part)),
      );
    expect(readWitnessFacts(again(readWitnessFacts(apiWitness as never)))).toMatchObject({
      hash: apiWitness.hash,
      initialOwner: '0xcd',
    });
    const invite = inviteOf('Ana');
    expect(readInviteFacts(again(invite))).toEqual(invite);
  });

  it('the RFC of a subject is reported under either spelling of its key, or under both alike', () => {
    for (const subject of [{ RFC: 'X' }, { rfc: 'X' }, { RFC: 'X', rfc: 'X' }])
      expect(facts({ signature: 'ab', subject }).invites?.[0]?.subject).toEqual({ rfc: 'X' });
  });

  it('a known member of another type cannot be read', () => {
    for (const lie of [
      { hash: 7 },
      { hash: 'ab', merkleized: [] },
      { hash: 'ab', merkleized: { merkleProof: 'x' } },
      { hash: 'ab', claimed: 'yes' },
      { hash: 'ab', merkleized: { merkleProof: [1] } },
      { hash: 'ab', endorsable: { id: 'x' } },
      // The witness of a request is passed over only where it tells no hash at all.
      { witness: { hash: ['ab'] }, invites: [{ signature: 'ab' }] },
      { witness: { hash: 7 }, invites: [{ signature: 'ab' }] },
      { invites: [{ signature: 'ab', subject: { RFC: 'XAXX010101000', rfc: 'XAXX010101001' } }] },
    ]) {
      expect(() => read(lie)).toThrow(ProofError);
    }
  });
});

describe('other files', () => {
  const issued = signer('Ana');
  const ocsp = evidence.invites![0]!.ocspResponse!;
  it.each<[string, unknown, string]>([
    ['a case file', buildCase({ title: '', evidence: { witness: { hash: 'ab' } }, context }).text, 'case'],
    ['a certificate in DER', issued.der, 'certificate'],
    ['in PEM', pem(issued), 'certificate'],
    ['in base64', Buffer.from(issued.der).toString('base64'), 'certificate'],
    ['in hex', hex(issued.der), 'certificate'],
    ['of the interface', { certificatePem: pem(issued), hash: 'ab' }, 'certificate'],
    ['with a P-256 key', issue({ subject: 'CN=X', key: testKey('x') }).der, 'certificate'],
    ['an OCSP response in hex', ocsp, 'ocsp-response'],
    ['in DER', Uint8Array.from(Buffer.from(ocsp, 'hex')), 'ocsp-response'],
    ['a bare time-stamp token', stampOver(documentHash), 'stamp'],
    [
      'a time-stamp response',
      stampResponse(Uint8Array.from(Buffer.from(stampOver(documentHash), 'base64'))),
      'stamp',
    ],
    ['a time-stamp response that grants nothing', stampResponse(undefined, 2), 'stamp'],
  ])('%s', (_name, content, kind) => {
    expect(read(content).kind).toBe(kind);
  });

  it('is that piece of evidence and nothing else', () => {
    const response = Uint8Array.from(Buffer.from(ocsp, 'hex'));
    const token = Uint8Array.from(Buffer.from(stampOver(documentHash), 'base64'));
    expect(read(issued.der)).toStrictEqual({
      kind: 'certificate',
      evidence: { certificate: issued.der, certificates: [] },
    });
    expect(read(response)).toStrictEqual({ kind: 'ocsp-response', evidence: { ocspResponse: response } });
    expect(read(token)).toStrictEqual({ kind: 'stamp', evidence: { stamp: token } });
    expect(read({ certificatePem: pem(issued) })).toStrictEqual({
      kind: 'certificate',
      evidence: { certificate: pem(issued) },
    });
    expect(read({ hash: 'ab' })).toStrictEqual({ kind: 'witness', evidence: { witness: { hash: 'ab' } } });
    expect(read({ invites: [] })).toStrictEqual({ kind: 'request', evidence: { invites: [] } });
    expect(read({ id: 'r', witness: { id: 'w' }, invites: [{}] })).toMatchObject({ kind: 'request' });
    expect(facts({ id: 'r', witness: { id: 'w' }, invites: [{}] })).not.toHaveProperty('witness');
    const withProof = { certificatePem: 'x', hash: 'ab', merkleized: {} };
    expect(read(withProof).kind).toBe('witness');
  });

  it('further certificates of a file are at hand', () => {
    const found = facts(`${pem(issued)}\n${pem(authority)}`);
    expect(found.certificates).toEqual([hex(authority.der)]);
  });

  it('a byte order mark and blanks before JSON are no hindrance', () => {
    expect(read('\uFEFF {"hash":"ab"}').kind).toBe('witness');
    expect(read('\n\t{"hash":"ab"}').kind).toBe('witness');
  });

  it.each([
    ['{}'],
    ['{"schema":"testigo.case/9"}'],
    ['{"schema":"x"}'],
    ['[]'],
    ['hello'],
    [''],
    ['{"hash"'],
    ['{"a":1}'],
    ['null'],
  ])('%j is none of these', (content) => {
    expect(() => read(content)).toThrow(ProofError);
  });

  it(
    'any bytes end in evidence or a ProofError',
    () => {
      const mutated = fc
        .tuple(
          fc.constantFrom(issued.der, Uint8Array.from(Buffer.from(ocsp, 'hex')), bytes(apiWitness)),
          fc.nat(),
          fc.nat(255),
        )
        .map(([content, at, value]) => content.with(at % content.length, value));
      fc.assert(
        fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), mutated, fc.json().map(bytes)), (content) => {
          try {
            recognize(content);
          } catch (error) {
            expect(error).toBeInstanceOf(ProofError);
          }
        }),
        { numRuns: fuzzRuns },
      );
    },
    fuzzTimeout,
  );
});
