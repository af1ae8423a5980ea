import { describe, expect, it } from 'vitest';
import type { Check, CheckId } from './check.ts';
import { checkEvidence } from './check-evidence.ts';
import { diffReports } from './verdict/diff-reports.ts';
import type { Context, Evidence } from './evidence/evidence.ts';
import { readInstant } from './encoding/instant.ts';
import { canonicalJson } from './encoding/json.ts';
import { internal, standard, strict, vectors } from './policy/policy.ts';
import { allChecks, type Report, type ReportSection } from './verdict/report.ts';
import { toBase64 } from './encoding/bytes.ts';
import { oid } from './pki/der/oids.ts';
import { anchor, authorityExtensions, issue, purposes, testKey, usage } from './pki/testing/authority.ts';
import { stampToken } from './pki/testing/time-stamper.ts';
import { ocspResponse } from './pki/testing/ocsp-responder.ts';
import {
  answersFor,
  authority,
  context,
  documentHash,
  documentWitness,
  evidence,
  inviteOf,
  now,
  pem,
  provenAt,
  root,
  signedOver,
  signer,
  stamper,
  stampOver,
  withInvite,
  withWitness,
} from './testing/case-material.ts';
import { flipHex } from './testing/mutate.ts';
import { hex, leafAt, unhex } from './testing/trees.ts';

const section = (report: Report, key: string): ReportSection =>
  report.sections.find((one) => one.key === key)!;
const find = (report: Report, key: string, id: CheckId): Check =>
  section(report, key).checks.find((one) => one.id === id)!;
const run = (change: Evidence = evidence, of: Context = context): Report => checkEvidence(change, of);
const without = (...keys: (keyof Context)[]): Context => {
  const rest = Object.entries(context).filter(([key]) => !(keys as readonly string[]).includes(key));
  // Members that are left out are what the test is about.
  return Object.fromEntries(rest) as unknown as Context;
};

describe('a case that holds', () => {
  const report = run();

  it('is TOTAL_PASSED, and so is every piece that counts', () => {
    expect(report.verdict).toMatchObject({ conclusion: 'TOTAL_PASSED', stops: [] });
    expect(
      report.sections.filter(({ counts }) => counts).map(({ key, verdict }) => [key, verdict.conclusion]),
    ).toEqual([
      ['document', 'TOTAL_PASSED'],
      ['witness', 'TOTAL_PASSED'],
      ['invites[0]', 'TOTAL_PASSED'],
      ['invites[1]', 'TOTAL_PASSED'],
    ]);
    expect(report.wording).toBe('full');
  });

  it('proves its times by the earliest proof of each witness', () => {
    expect(section(report, 'witness').provenTime).toBe(provenAt);
    expect(section(report, 'witness').blocks!.map(({ name, verdict }) => [name, verdict.conclusion])).toEqual(
      [
        ['nom151', 'TOTAL_PASSED'],
        ['merkleized', 'TOTAL_PASSED'],
        ['external', 'TOTAL_PASSED'],
      ],
    );
    expect(section(report, 'invites[0]').provenTime).toBe(provenAt);
  });

  it('leaves nothing undecided that could be decided', () => {
    const open = report.sections.flatMap(({ key, checks }) =>
      checks
        .filter(({ status }) => status !== 'PASSED' && status !== 'NOT_APPLICABLE')
        .map(({ id, status, reason }) => `${key} ${id} ${status} ${reason?.code}`),
    );
    expect(open).toEqual([]);
    expect(find(report, 'claim', 'claim.owner')).toMatchObject({
      status: 'PASSED',
      basis: 'SERVER',
      level: 'WARN',
    });
    expect(find(report, 'token', 'token.continuity')).toMatchObject({ status: 'PASSED', basis: 'CHAIN' });
  });

  it('events that only the service tells are consistent, and no more than that', () => {
    const reported = run(evidence, {
      ...context,
      exchanges: context.exchanges!.filter(({ method }) => method !== 'eth_getLogs'),
    });
    for (const check of section(reported, 'token').checks.filter(({ id }) => id !== 'token.id')) {
      expect(check).toMatchObject({
        status: 'INDETERMINATE',
        basis: 'SERVER',
        reason: { code: 'X_SERVER_WORD' },
      });
    }
    expect(reported.verdict.conclusion).toBe('TOTAL_PASSED');
  });

  it('no check of level FAIL passes on the word of the service', () => {
    for (const check of allChecks(report)) {
      if (check.level === 'FAIL' && check.basis === 'SERVER') expect(check.status).not.toBe('PASSED');
    }
  });

  it('the same inputs give the same report, byte for byte', () => {
    expect(canonicalJson(run() as never)).toBe(canonicalJson(report as never));
  });
});

describe('one lie in one place', () => {
  const invite = evidence.invites![0]!;
  const { merkleized, external, nom151 } = documentWitness;
  const lies: [name: string, change: Evidence, key: string, id: CheckId, status: string][] = [
    [
      'another file',
      { ...evidence, documentDigest: flipHex(documentHash) },
      'document',
      'file.hash',
      'FAILED',
    ],
    [
      'another signature',
      withInvite({ signature: flipHex(invite.signature!, 9) }),
      'invites[0]',
      'signature.rsa',
      'FAILED',
    ],
    [
      'a short signature',
      withInvite({ signature: invite.signature!.slice(2) }),
      'invites[0]',
      'signature.form',
      'FAILED',
    ],
    [
      'a signature that is no hex',
      withInvite({ signature: 'zz' }),
      'invites[0]',
      'signature.form',
      'INDETERMINATE',
    ],
    [
      'a signature over another document',
      withInvite(signedOver('Otro contrato')),
      'invites[0]',
      'signature.document',
      'FAILED',
    ],
    [
      'a witness of another signature',
      withInvite({ witness: { ...invite.witness!, hash: flipHex(invite.witness!.hash) } }),
      'invites[0]',
      'signature.witness',
      'FAILED',
    ],
    [
      'a certificate that is none',
      withInvite({ certificate: { pem: 'MIIB' } }),
      'invites[0]',
      'certificate.parse',
      'INDETERMINATE',
    ],
    [
      'an address in place of the certificate',
      withInvite({ certificate: { pem: 'https://x.example/c.pem' } }),
      'invites[0]',
      'certificate.parse',
      'INDETERMINATE',
    ],
    [
      'a field that differs',
      withInvite({ certificate: { ...invite.certificate, hash: flipHex(invite.certificate!.hash!) } }),
      'invites[0]',
      'certificate.fields',
      'FAILED',
    ],
    [
      'another subject',
      withInvite({ subject: { commonName: 'Carla', rfc: 'XAXX010101000' } }),
      'invites[0]',
      'certificate.identity',
      'FAILED',
    ],
    [
      'no OCSP response',
      withInvite({ ocspResponse: flipHex(invite.ocspResponse!, 0) }),
      'invites[0]',
      'ocsp.parse',
      'INDETERMINATE',
    ],
    [
      'an OCSP response that was changed',
      withInvite({ ocspResponse: flipHex(invite.ocspResponse!, invite.ocspResponse!.length / 2 - 1) }),
      'invites[0]',
      'ocsp.signature',
      'FAILED',
    ],
    [
      "someone else's OCSP response",
      withInvite({ ocspResponse: inviteOf('Berta').ocspResponse! }),
      'invites[0]',
      'ocsp.cert',
      'FAILED',
    ],
    [
      'a time-stamp over something else',
      withWitness({ nom151: { ...nom151, token: stampOver(hex(leafAt(77))) } }),
      'witness',
      'nom151.imprint',
      'FAILED',
    ],
    [
      'a time-stamp over another root',
      withWitness({ merkleized: { ...merkleized, token: stampOver(hex(leafAt(77))) } }),
      'witness',
      'merkleized.stamp',
      'FAILED',
    ],
    [
      'another Merkle root',
      withWitness({ merkleized: { ...merkleized, merkleRoot: flipHex(merkleized!.merkleRoot!) } }),
      'witness',
      'merkleized.root',
      'INDETERMINATE',
    ],
    [
      'a proof that is no hex',
      withWitness({ merkleized: { ...merkleized, merkleProof: ['zz'] } }),
      'witness',
      'merkleized.shape',
      'FAILED',
    ],
    [
      'another transaction',
      withWitness({ merkleized: { ...merkleized, txHash: flipHex(merkleized!.txHash!) } }),
      'witness',
      'merkleized.anchor',
      'INDETERMINATE',
    ],
    [
      'another range root',
      withWitness({ external: { ...external, targetRootHash: flipHex(external!.targetRootHash!) } }),
      'witness',
      'external.root',
      'FAILED',
    ],
    [
      'an index that lies',
      withWitness({ external: { ...external, leafIndex: 6n } }),
      'witness',
      'external.root',
      'FAILED',
    ],
    [
      'an index of another shape',
      withWitness({ external: { ...external, leafIndex: 4n } }),
      'witness',
      'external.shape',
      'FAILED',
    ],
    [
      'a time that the chain does not tell',
      withWitness({ external: { ...external, timestamp: '2020-01-01T00:00:00Z' } }),
      'witness',
      'external.time',
      'FAILED',
    ],
    [
      'another claimer',
      withWitness({ claiming: { ...documentWitness.claiming, claimer: '0x' + '45'.repeat(20) } }),
      'claim',
      'claim.signature',
      'FAILED',
    ],
    [
      'another token',
      withWitness({ endorsable: { ...documentWitness.endorsable, id: 7n } }),
      'token',
      'token.id',
      'FAILED',
    ],
    [
      'claimed without a token',
      { ...evidence, witness: (({ endorsable: _, ...rest }) => rest)(documentWitness) },
      'case',
      'case.contradictions',
      'FAILED',
    ],
    [
      'a time before its own beginning',
      withWitness({ createdAt: '2027-01-01T00:00:00Z' }),
      'case',
      'case.times',
      'FAILED',
    ],
  ];

  it.each(lies)('%s', (_name, change, key, id, status) => {
    const check = find(run(change), key, id);
    expect(check.status).toBe(status);
    if (check.level === 'FAIL' && check.basis !== 'SERVER' && status === 'FAILED' && key !== 'witness') {
      expect(run(change).verdict.conclusion).toBe('TOTAL_FAILED');
    }
  });

  it('a failed signature does not colour its sibling', () => {
    const report = run(withInvite({ signature: flipHex(evidence.invites![0]!.signature!, 9) }));
    expect(section(report, 'invites[0]').verdict.conclusion).toBe('TOTAL_FAILED');
    expect(section(report, 'invites[1]').verdict.conclusion).toBe('TOTAL_PASSED');
    expect(section(report, 'witness').verdict.conclusion).toBe('TOTAL_PASSED');
    expect(report.verdict).toMatchObject({ conclusion: 'TOTAL_FAILED', subIndication: 'SIG_CRYPTO_FAILURE' });
  });

  it('a failed proof beside one that passed is a warning, and is reported', () => {
    const report = run(withWitness({ external: { ...documentWitness.external, leafIndex: 6n } }));
    const witness = section(report, 'witness');
    expect(witness.verdict.conclusion).toBe('TOTAL_PASSED');
    expect(witness.verdict.warnings).toBeGreaterThan(0);
    expect(witness.verdict.stops.map(({ id }) => id)).toContain('external.root');
  });

  it('without any proof that passed, a failed one fails the witness', () => {
    const { nom151: _n, merkleized: _m, ...rest } = documentWitness;
    const change = { ...evidence, witness: { ...rest, external: { ...rest.external, leafIndex: 6n } } };
    const report = run(change);
    expect(section(report, 'witness').verdict).toMatchObject({
      conclusion: 'TOTAL_FAILED',
      subIndication: 'X_PROOF_ROOT_MISMATCH',
    });
  });
});

describe('what cannot be checked', () => {
  it('without nodes the anchors stay open, and a Merkle root alone proves no time', () => {
    const { nom151: _, ...rest } = documentWitness;
    const witness = { ...rest, merkleized: (({ token: _t, ...fields }) => fields)(rest.merkleized!) };
    const report = run({ witness }, without('exchanges'));
    expect(find(report, 'witness', 'merkleized.root').status).toBe('PASSED');
    expect(find(report, 'witness', 'external.root').status).toBe('PASSED');
    expect(section(report, 'witness')).toMatchObject({
      verdict: { conclusion: 'INDETERMINATE', subIndication: 'X_ANCHOR_NOT_CHECKED' },
    });
    expect(section(report, 'witness').provenTime).toBeUndefined();
  });

  it('answers that came with the evidence are declared: the same answers that pass as own do not', () => {
    const declared = { ...evidence, declaredExchanges: context.exchanges! };
    const { nom151: _, ...rest } = documentWitness;
    const witness = { ...rest, merkleized: (({ token: _t, ...fields }) => fields)(rest.merkleized!) };
    const report = run({ ...declared, witness }, without('exchanges'));
    expect(find(report, 'witness', 'merkleized.anchor')).toMatchObject({
      status: 'INDETERMINATE',
      basis: 'SERVER',
      reason: { code: 'X_SERVER_WORD' },
    });
    expect(find(report, 'witness', 'external.anchor').status).toBe('INDETERMINATE');
    expect(find(report, 'witness', 'external.root').steps!.at(-1)!.kind).toBe('membership');
    expect(report.verdict.conclusion).toBe('INDETERMINATE');
  });

  it('without a pinned anchor the path is open and names what would have to be trusted', () => {
    const report = run(evidence, { ...context, anchors: [] });
    expect(find(report, 'invites[0]', 'certificate.path')).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'NO_CERTIFICATE_CHAIN_FOUND' },
    });
    expect(section(report, 'invites[0]').verdict.conclusion).toBe('INDETERMINATE');
    const other = issue({ subject: 'CN=Otra raíz', extensions: authorityExtensions() });
    expect(run(evidence, { ...context, anchors: [anchor(other)] }).verdict.conclusion).toBe('INDETERMINATE');
  });

  it('a strategy that is not processed yet is pending; one that is absent is not applicable', () => {
    const report = run({ witness: { hash: documentHash, merkleized: {}, external: {} } });
    for (const id of ['merkleized.root', 'merkleized.anchor', 'external.root', 'external.anchor'] as const) {
      expect(find(report, 'witness', id).reason?.code).toBe('X_ANCHOR_PENDING');
    }
    expect(find(report, 'witness', 'nom151.imprint').status).toBe('NOT_APPLICABLE');
    const bare = run({ witness: { hash: documentHash } });
    expect(bare.verdict).toMatchObject({ conclusion: 'INDETERMINATE', subIndication: 'NO_POE' });
  });

  it('a witness of a signature is held to that signature, and never to the document', () => {
    const [invite] = evidence.invites!;
    const of = (change: Partial<Evidence> = {}) =>
      run({ witness: invite!.witness!, signature: { signature: invite!.signature! }, ...change });
    const report = of();
    expect(report.sections.map(({ key, counts }) => [key, counts])).toEqual([
      ['signature', true],
      ['witness', true],
      ['case', false],
    ]);
    expect(find(report, 'signature', 'signature.witness').status).toBe('PASSED');
    expect(report.verdict.conclusion).toBe('TOTAL_PASSED');
    const bent = of({ signature: { signature: flipHex(invite!.signature!) } });
    expect(find(bent, 'signature', 'signature.witness').reason?.code).toBe('HASH_FAILURE');
    expect(bent.verdict.conclusion).toBe('TOTAL_FAILED');
    expect(section(report, 'witness').about).toBe('signature');
    expect(section(bent, 'witness').about).toBe('other');
    const beside = of({ documentDigest: documentHash, invites: [invite!] });
    expect(find(beside, 'document', 'file.hash').status).toBe('NOT_APPLICABLE');
    expect(find(beside, 'invites[0]', 'signature.document').status).toBe('PASSED');
    expect(report.inputs.evidence).toHaveProperty('signature');
  });

  it('a witness of a signature that nobody has seen shows no signature to have existed', () => {
    const [first] = evidence.invites!;
    const of = (more: Partial<Evidence>) => run({ witness: first!.witness!, signature: {}, ...more });
    const absent = of({});
    expect(section(absent, 'signature').counts).toBe(true);
    expect(find(absent, 'signature', 'signature.witness')).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_EVIDENCE_ABSENT', detail: { what: 'signature' } },
      next: { code: 'get_evidence_again' },
    });
    expect(section(absent, 'witness').about).toBe('unseen');
    expect(absent.verdict.conclusion).toBe('INDETERMINATE');
    // It lies among the signatures of the case.
    const beside = of({ invites: [first!] });
    expect(find(beside, 'signature', 'signature.witness').status).toBe('PASSED');
    expect(section(beside, 'witness').about).toBe('signature');
    const { signature: _, ...pending } = first!;
    expect(of({ invites: [pending] }).verdict.conclusion).toBe('INDETERMINATE');
  });

  it('a signature at hand is held to its witness also where its invite is not here', () => {
    const [first] = evidence.invites!;
    const of = (signature: string | undefined) =>
      run({
        witness: first!.witness!,
        signature: signature === undefined ? {} : { signature },
        unloaded: ['invite'],
      });
    const held = of(first!.signature);
    expect(section(held, 'signature').checks.map(({ id, status }) => [id, status])).toEqual([
      ['signature.form', 'INDETERMINATE'],
      ['signature.witness', 'PASSED'],
    ]);
    expect(section(held, 'witness').about).toBe('signature');
    expect(held.verdict.conclusion).toBe('INDETERMINATE');
    const bent = of(flipHex(first!.signature!));
    expect(bent.verdict).toMatchObject({ conclusion: 'TOTAL_FAILED', subIndication: 'HASH_FAILURE' });
    expect(section(bent, 'witness').about).toBe('other');
    const absent = of(undefined);
    expect(section(absent, 'signature').checks.map(({ id }) => id)).toEqual(['signature.form']);
    expect(section(absent, 'witness').about).toBe('unseen');
  });

  it('a witness of a signature that is not here asks for no document', () => {
    const { signature } = evidence.invites![0]!;
    const checksOf = (of: Evidence) =>
      run(of).sections.map(({ key, counts, checks }) => [key, counts, ...checks.map(({ id }) => id)]);
    for (const known of [{}, { signature: signature! }]) {
      const of: Evidence = { signature: known, unloaded: ['witness'] };
      expect(checksOf(of)).toEqual([['signature', true, 'signature.witness']]);
      expect(find(run(of), 'signature', 'signature.witness')).toMatchObject({
        status: 'INDETERMINATE',
        reason: { code: 'X_EVIDENCE_ABSENT', detail: { what: 'witness' } },
      });
      expect(checksOf({ ...of, unloaded: ['invite', 'witness'] })).toEqual([
        ['signature', true, 'signature.form', 'signature.witness'],
      ]);
    }
    // What fails here fails whatever the evidence says of itself.
    const { witness } = evidence.invites![0]!;
    const bent = { signature: flipHex(signature!) };
    const of: Evidence = { witness: witness!, signature: bent, unloaded: ['witness'] };
    expect(run(of).verdict.conclusion).toBe('TOTAL_FAILED');
    expect(run({ ...of, signature: { signature: signature! } }).verdict.conclusion).toBe('INDETERMINATE');
  });

  it('evidence with the signatures of a document names no other signature for a request that is not here', () => {
    const report = run({ ...evidence, unloaded: ['request'] });
    expect(report.sections.map(({ key }) => key)).not.toContain('signature');
    expect(section(report, 'request')).toMatchObject({
      counts: true,
      verdict: { conclusion: 'INDETERMINATE' },
    });
    expect(report.verdict.conclusion).toBe('INDETERMINATE');
    const bent = { ...evidence, documentDigest: flipHex(documentHash), unloaded: ['request'] as const };
    expect(run(bent).verdict.conclusion).toBe('TOTAL_FAILED');
    // Without any signature the witness may be of one.
    const { invites: _, ...alone } = evidence;
    const unknown = run({ ...alone, unloaded: ['request'] });
    expect(section(unknown, 'signature').verdict.conclusion).toBe('INDETERMINATE');
    expect(unknown.verdict.conclusion).toBe('INDETERMINATE');
  });

  it('a document with another hash than its witness fails, whatever the evidence says of itself', () => {
    const witness = { hash: documentHash };
    const of = (digest: string): Evidence => ({ witness, documentDigest: digest, unloaded: ['witness'] });
    expect(run(of(flipHex(documentHash))).verdict).toMatchObject({
      conclusion: 'TOTAL_FAILED',
      subIndication: 'HASH_FAILURE',
    });
    expect(run(of(documentHash)).verdict.conclusion).toBe('INDETERMINATE');
  });

  it('a witness by another algorithm fails no signature: its hash is over nothing that a key signed', () => {
    const { documentDigest: _, ...reported } = evidence;
    const invites = evidence.invites!.map((invite) => ({ ...invite, documentHash }));
    const witness = { hash: flipHex(documentHash), algorithm: 'SHA3-256' };
    const report = run({ ...reported, invites, witness });
    expect(report.verdict.conclusion).toBe('INDETERMINATE');
    for (const key of ['invites[0]', 'invites[1]'])
      expect([
        find(report, key, 'signature.rsa').status,
        find(report, key, 'signature.document').status,
      ]).toEqual(['PASSED', 'PASSED']);
    expect(
      section(run({ ...reported, invites, witness: { ...witness, algorithm: 'SHA256' } }), 'invites[0]')
        .verdict,
    ).toMatchObject({ conclusion: 'TOTAL_FAILED' });
  });

  it('an OCSP response given elsewhere counts where it revokes the signer of a time-stamp', () => {
    const revoked = { revokedAt: '2020-01-01T00:00:00Z', reason: 1 };
    const response = (status: 'good' | typeof revoked) =>
      ocspResponse({
        singles: [{ certificate: stamper.certificate, issuer: authority, status }],
        signer: authority,
      });
    const path = (responses: Uint8Array[]) =>
      find(run({ ...evidence, responses }), 'witness', 'nom151.path').reason?.code;
    expect([path([response('good')]), path([response('good'), response(revoked)])]).toEqual([
      undefined,
      'REVOKED',
    ]);
    expect(run({ ...evidence, responses: [response(revoked)] }).inputs.evidence.responses).not.toBe(
      run({ ...evidence, responses: [response('good')] }).inputs.evidence.responses,
    );
  });

  it('who signed elsewhere is part of what the verdict hangs on', () => {
    const signers = [{ pem: 'x' }];
    expect(run({ ...evidence, signers }).inputs.evidence).toHaveProperty('signers');
    expect(run().inputs.evidence).not.toHaveProperty('signers');
  });

  it('the key of a signer dates nothing, with its certificate or reported by its fields alone', () => {
    const { key } = stamper.certificate.publicKey;
    expect(key.kind).toBe('ec');
    const own = issue({
      subject: 'CN=Sello propio',
      issuer: authority,
      key: testKey('own stamp', 'RSA'),
      extensions: [usage(0), purposes(true, oid.timeStamping)],
    });
    const { key: reported } = own.certificate.publicKey;
    if (reported.kind !== 'rsa') throw new Error('an RSA key');
    const token = stampToken({
      digest: unhex(documentHash),
      signer: own,
      certificates: [own.der, authority.der],
      genTime: provenAt,
    });
    const witness = { hash: documentHash, nom151: { token: toBase64(token) } };
    expect(run({ witness }).verdict.conclusion).toBe('TOTAL_PASSED');
    const fields = { modulus: hex(reported.modulus), exponent: '03' };
    for (const certificate of [{ pem: pem(own) }, fields]) {
      for (const beside of [{ invites: [{ certificate }] }, { signers: [certificate] }]) {
        const check = find(run({ witness, ...beside }), 'witness', 'nom151.signer');
        expect(check).toMatchObject({
          status: 'FAILED',
          reason: { detail: { rule: 'the time-stamp is not by a signer of what it dates' } },
        });
      }
    }
  });

  it('a document beside evidence of something else does not pass with it', () => {
    const [invite] = evidence.invites!;
    const beside = { documentDigest: documentHash, witness: invite!.witness!, signature: {} };
    const report = run(beside);
    expect(section(report, 'witness').verdict.conclusion).toBe('TOTAL_PASSED');
    expect(find(report, 'document', 'file.hash')).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_EVIDENCE_ABSENT' },
      next: { code: 'get_evidence_again' },
    });
    expect(section(report, 'document').counts).toBe(true);
    expect(report.verdict.conclusion).toBe('INDETERMINATE');
    const { signature: _, ...pending } = invite!;
    expect(run({ ...beside, invites: [pending] }).verdict.conclusion).toBe('INDETERMINATE');
    // A signature of it, or a time-stamp over it, is held to the document itself.
    expect(run({ ...beside, invites: [invite!] }).verdict.conclusion).toBe('TOTAL_PASSED');
    const stamped = run({ documentDigest: documentHash, stamp: stampOver(documentHash) });
    expect(find(stamped, 'document', 'file.hash').status).toBe('NOT_APPLICABLE');
    expect(stamped.verdict.conclusion).toBe('TOTAL_PASSED');
  });

  it('nothing at all passes nothing', () => {
    expect(run({}).verdict).toMatchObject({ conclusion: 'INDETERMINATE' });
    expect(run({ invites: [{ status: 'PENDING' }] }).verdict.conclusion).toBe('INDETERMINATE');
  });

  it('a certificate that leads nowhere leaves a key whose signature can still be computed', () => {
    const { key } = signer('Ana').certificate.publicKey;
    if (key.kind !== 'rsa') throw new Error('an RSA key');
    const [modulus, exponent] = [hex(key.modulus), hex(key.exponent)];
    for (const reported of [
      { modulus, exponent },
      { modulus: exponent, exponent: modulus },
    ]) {
      const report = run(withInvite({ certificate: reported }));
      expect(find(report, 'invites[0]', 'signature.rsa').status).toBe('PASSED');
      expect(section(report, 'invites[0]').verdict.conclusion).toBe('INDETERMINATE');
    }
    expect(
      find(run(withInvite({ certificate: { modulus: 'zz', exponent } })), 'invites[0]', 'signature.rsa')
        .status,
    ).toBe('INDETERMINATE');
  });

  it('the case is about the hash alone until the file is given', () => {
    const { documentDigest: _, ...rest } = evidence;
    const report = run(rest);
    expect(section(report, 'document')).toMatchObject({ counts: false });
    expect(find(report, 'document', 'file.hash')).toMatchObject({
      status: 'NOT_APPLICABLE',
      next: { code: 'give_the_document' },
    });
    expect(report.verdict.conclusion).toBe('TOTAL_PASSED');
  });
});

describe('best signature time', () => {
  const revoked = (revokedAt: string) =>
    hex(
      ocspResponse({
        singles: [
          {
            certificate: signer('Ana').certificate,
            issuer: authority,
            status: { revokedAt },
            thisUpdate: '2026-11-20T10:00:00Z',
          },
        ],
        signer: authority,
        producedAt: '2026-11-20T10:00:00Z',
      }),
    );

  it('is the time of the witness of the signature, not of the document', () => {
    const { witness: _, ...unwitnessed } = inviteOf('Ana');
    const report = run({ ...evidence, invites: [unwitnessed] });
    expect(section(report, 'invites[0]').provenTime).toBeUndefined();
    expect(find(report, 'invites[0]', 'ocsp.time').status).not.toBe('PASSED');
    expect(section(report, 'invites[0]').verdict.conclusion).toBe('INDETERMINATE');
  });

  it('is not taken from a witness of another signature', () => {
    const [first] = evidence.invites!;
    const report = run(withInvite({ witness: evidence.invites![1]!.witness! }));
    expect(first).toBeDefined();
    expect(section(report, 'invites[0]').provenTime).toBeUndefined();
    expect(section(report, 'invites[0]').verdict.conclusion).toBe('TOTAL_FAILED');
  });

  it('a certificate revoked before it FAILED; the service that says it is not contradicts itself', () => {
    const report = run(withInvite({ ocspResponse: revoked('2026-01-01T00:00:00Z') }));
    expect(find(report, 'invites[0]', 'ocsp.status')).toMatchObject({
      status: 'FAILED',
      reason: { code: 'REVOKED' },
    });
    expect(report.verdict.conclusion).toBe('TOTAL_FAILED');
    expect(find(report, 'case', 'case.contradictions').steps!.map(({ kind }) => kind)).toEqual([
      'revoked_differs_from_ocsp',
    ]);
  });
});

describe('a moment before the evidence', () => {
  it('a block of a time that is no date leaves its anchor open, own or declared', () => {
    const exchanges = context.exchanges!.map((one) =>
      one.method === 'eth_getBlockByNumber'
        ? { ...one, result: { ...(one.result as object), timestamp: `0x${'f'.repeat(20)}` } }
        : one,
    );
    const declared = run({ ...evidence, declaredExchanges: exchanges }, without('exchanges'));
    for (const report of [run(evidence, { ...context, exchanges }), declared])
      expect(find(report, 'witness', 'merkleized.anchor')).toMatchObject({
        status: 'INDETERMINATE',
        reason: { code: 'X_UNREADABLE' },
      });
  });

  it('has no proof of existence yet: later blocks, tokens and answers pass nothing', () => {
    const report = run(evidence, { ...context, now: readInstant(provenAt, 'now') - 86_400_000 });
    expect(find(report, 'witness', 'merkleized.anchor')).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'NO_POE' },
    });
    expect(find(report, 'witness', 'external.anchor').status).toBe('INDETERMINATE');
    expect(section(report, 'witness').verdict.conclusion).toBe('INDETERMINATE');
    expect(section(report, 'witness').provenTime).toBeUndefined();
    expect(section(report, 'invites[0]').verdict.conclusion).not.toBe('TOTAL_PASSED');
  });
});

describe('policies', () => {
  it('strict wants two proofs of existence and two nodes', () => {
    // By one node no anchor holds, and both time-stamps are by one authority.
    expect(section(run(evidence, { ...context, policy: strict }), 'witness').verdict.conclusion).toBe(
      'INDETERMINATE',
    );
    const { merkleized: _m, ...one } = documentWitness;
    const report = run({ ...evidence, witness: one }, { ...context, policy: strict });
    expect(section(report, 'witness').verdict.conclusion).toBe('INDETERMINATE');
    const both = {
      ...context,
      policy: strict,
      exchanges: [...context.exchanges!, ...answersFor(documentWitness, 'b.example')],
    };
    expect(section(run({ ...evidence, witness: one }, both), 'witness').verdict.conclusion).toBe(
      'TOTAL_PASSED',
    );
  });

  it('internal passes membership and RSA alone, with warnings, and says so', () => {
    const { nom151: _, ...rest } = documentWitness;
    const lone = { ...without('exchanges', 'range'), policy: internal, anchors: [] };
    const report = run({ ...evidence, witness: rest }, lone);
    expect(report.wording).toBe('internal check');
    expect(report.verdict.conclusion).toBe('TOTAL_PASSED');
    expect(report.verdict.warnings).toBeGreaterThan(3);
    expect(section(report, 'witness').provenTime).toBeUndefined();
    const lie = {
      ...rest,
      merkleized: { ...rest.merkleized, merkleRoot: flipHex(rest.merkleized!.merkleRoot!) },
    };
    const { external: _e, ...alone } = lie;
    expect(
      run({ ...evidence, witness: alone }, { ...lone, recipe: 'ascii-hex-sorted/1' }).verdict.conclusion,
    ).toBe('TOTAL_FAILED');
  });

  it('a pinned recipe is the only one that counts', () => {
    const pinned = run(evidence, { ...context, recipe: 'bytes-sorted/1' });
    expect(find(pinned, 'witness', 'merkleized.root').status).toBe('FAILED');
    expect(
      find(run(evidence, { ...context, recipe: 'ascii-hex-sorted/1' }), 'witness', 'merkleized.root').status,
    ).toBe('PASSED');
  });

  it('the size of the tree may be reported by the reader', () => {
    const lone = { ...without('exchanges', 'range') };
    expect(
      find(run(evidence, { ...lone, treeSize: 13n }), 'witness', 'external.root').steps!.at(-1)!.kind,
    ).toBe('position');
    expect(find(run(evidence, { ...lone, treeSize: 9n }), 'witness', 'external.root').status).toBe('FAILED');
  });
});

describe('pieces on their own', () => {
  it('a certificate, an OCSP response and a time-stamp are checked and count', () => {
    const issued = signer('Ana');
    const alone = run(
      {
        certificate: issued.der,
        ocspResponse: evidence.invites![0]!.ocspResponse!,
        stamp: stampOver(documentHash),
        documentDigest: documentHash,
        certificates: [hex(authority.der)],
      },
      { ...context, policy: vectors },
    );
    expect(alone.sections.map(({ key, verdict }) => [key, verdict.conclusion])).toEqual([
      ['document', 'INDETERMINATE'],
      ['certificate', 'TOTAL_PASSED'],
      ['ocspResponse', 'TOTAL_PASSED'],
      ['stamp', 'TOTAL_PASSED'],
    ]);
    expect(alone.verdict.conclusion).toBe('TOTAL_PASSED');
  });

  it('an OCSP response without a certificate is about nothing', () => {
    expect(run({ ocspResponse: evidence.invites![0]!.ocspResponse! }).verdict).toMatchObject({
      conclusion: 'INDETERMINATE',
      subIndication: 'NO_SIGNING_CERTIFICATE_FOUND',
    });
    expect(find(run({ ocspResponse: 'MIIB' }), 'ocspResponse', 'ocsp.parse').status).toBe('INDETERMINATE');
  });

  it('a time-stamp without the hash it should be over is open', () => {
    expect(find(run({ stamp: stampOver(documentHash) }), 'stamp', 'nom151.imprint').status).toBe(
      'INDETERMINATE',
    );
    expect(find(run({ certificate: 'MIIB' }), 'certificate', 'certificate.parse').status).toBe(
      'INDETERMINATE',
    );
  });
});

describe('two runs compared', () => {
  it('a verdict that changed names the input that changed', () => {
    const before = run();
    const after = run(evidence, {
      ...without('exchanges'),
      anchors: [],
      now: now + 60_000,
      policy: standard,
    });
    const difference = diffReports(before, after);
    expect(difference.verdict).toEqual({ before: 'TOTAL_PASSED', after: 'INDETERMINATE' });
    expect(difference.inputs.map(({ input }) => input)).toEqual(['trust', 'validationTime', 'chain']);
    expect(difference.checks).toContainEqual({
      section: 'invites[0]',
      id: 'certificate.path',
      before: 'PASSED',
      after: 'INDETERMINATE',
    });
  });

  it('evidence that changed, came or went is named piece by piece', () => {
    const { invites: _, ...rest } = evidence;
    const difference = diffReports(run(withInvite({ status: 'SIGNED' })), run(rest));
    expect(difference.inputs.map(({ input, after }) => [input, after])).toEqual([
      ['evidence.invites[0]', 'absent'],
      ['evidence.invites[1]', 'absent'],
    ]);
    expect(diffReports(run(), run())).toEqual({ inputs: [], checks: [] });
    const policy = diffReports(
      run(),
      run(evidence, { ...context, policy: strict, recipe: 'ascii-hex-sorted/1' }),
    );
    expect(policy.inputs.map(({ input }) => input)).toEqual(['policy', 'recipe']);
    const { inputs } = run();
    const changed = (change: Partial<typeof inputs>) =>
      diffReports(run(), { ...run(), inputs: { ...inputs, ...change } }).inputs;
    expect(changed({ build: 'x', treeSize: '7', recipes: ['a', 'b'] })).toEqual([
      { input: 'recipes', before: inputs.recipes.join(', '), after: 'a, b' },
      { input: 'treeSize', before: 'unknown', after: '7' },
      { input: 'build', before: 'tests/1', after: 'x' },
    ]);
    const [one] = inputs.trust.anchors;
    const renamed = { ...inputs.trust, anchors: [{ ...one!, title: 'otra' }] };
    expect(changed({ trust: renamed }).map(({ input }) => input)).toEqual(['trust']);
    const { witness: _w, ...fewer } = evidence;
    expect(diffReports(run(fewer), run()).checks).toContainEqual({
      section: 'witness',
      id: 'merkleized.root',
      before: 'absent',
      after: 'PASSED',
    });
    expect(root).toBeDefined();
  });
});
