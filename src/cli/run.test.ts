import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '#proofs/build.ts';
import { buildCase } from '#proofs/case-file/build-case.ts';
import { checkIds } from '#proofs/check.ts';
import { canonicalPolicy, internal, standard } from '#proofs/policy/policy.ts';
import {
  authority,
  claiming,
  context,
  document,
  documentHash,
  documentWitness,
  evidence,
  inviteOf,
  pem,
  provenAt,
  root,
  signer,
  stamper,
  stampOver,
} from '#proofs/testing/case-material.ts';
import { issueCrlDer, testKey } from '#proofs/pki/testing/authority.ts';
import { ocspResponse } from '#proofs/pki/testing/ocsp-responder.ts';
import { stampSigner, stampToken } from '#proofs/pki/testing/time-stamper.ts';
import { rangeContract } from '#proofs/testing/chain.ts';
import { flipHex } from '#proofs/testing/mutate.ts';
import { hex, leafAt, sortedTree } from '#proofs/testing/trees.ts';
import { questions } from './questions.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'testigo-cli-'));
const path = (name: string): string => join(folder, name);
const now = new Date(context.now);
const verify = (...words: string[]) => run(words, now);

/** JSON as the interface sends it: big numbers as text. */
function json(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}

const tree = sortedTree([documentHash, hex(leafAt(1)), hex(leafAt(2))], 'ascii');
const proof = { hash: documentHash, merkleized: { merkleProof: tree.proof(0), merkleRoot: tree.root } };
const apiWitness = (({ external, ...rest }) => ({ ...rest, witnessExternal: external }))(documentWitness);
const chain = {
  exchanges: context.exchanges,
  range: { network: 421614, address: rangeContract },
  endorsers: context.endorsers,
};

/** A time-stamp authority that is reported, elsewhere, as the signer of the document. */
const ownStamper = stampSigner(authority, testKey('Berta, who stamps'));
const berta = { certificatePem: pem(ownStamper) };
const ownStamp = Buffer.from(
  stampToken({
    digest: Buffer.from(documentHash, 'hex'),
    signer: ownStamper,
    certificates: [ownStamper.der, authority.der],
    genTime: provenAt,
  }),
).toString('base64');

const stamped = { hash: documentHash, nom151: { token: stampOver(documentHash) } };

beforeAll(() => {
  const files: Record<string, string | Uint8Array> = {
    'document.txt': document,
    'other.txt': 'something else',
    'proof.json': json(proof),
    'forged.json': json({ ...proof, merkleized: { ...proof.merkleized, merkleRoot: flipHex(tree.root) } }),
    'witness.json': json(apiWitness),
    'signature-witness.json': json({
      ...evidence.invites![0]!.witness,
      signatureRequest: { witness: { hash: documentHash } },
    }),
    'request.json': json({ id: 'r', witness: apiWitness, invites: evidence.invites }),
    'chain.json': json(chain),
    'case.json': buildCase({ title: 'Contrato', evidence, document, context }).text,
    'leaf.pem': pem(signer('Ana')),
    'issuer.pem': pem(authority),
    'ocsp.hex': evidence.invites![0]!.ocspResponse!,
    'stamp.b64': stampOver(documentHash),
    // Made with the key of Berta, who is also reported as the one who signed.
    'own-stamp.json': json({ hash: documentHash, nom151: { token: ownStamp } }),
    'own-stamp-nested.json': json({
      hash: documentHash,
      nom151: { token: ownStamp },
      signatureRequest: { witness: { hash: documentHash }, invites: [{ certificate: berta }] },
    }),
    'signed-by-berta.json': json({ ...inviteOf('Berta'), certificate: berta }),
    'signed-by-berta.case.json': buildCase({
      title: 'Contrato',
      evidence: { invites: [{ ...inviteOf('Berta'), certificate: { pem: pem(ownStamper) } }] },
      context,
    }).text,
    'cut-case.json': '{"schema":"testigo.case/2","title":"cut"}',
    'stamped.json': json(stamped),
    'stamped.case.json': buildCase({ title: 'Contrato', evidence: { witness: stamped }, context }).text,
    'stamper-revoked.ocsp': ocspResponse({
      singles: [
        {
          certificate: stamper.certificate,
          issuer: authority,
          status: { revokedAt: '2020-01-01T00:00:00Z', reason: 1 },
        },
      ],
      signer: authority,
    }),
    'own-stamp-case.json': buildCase({
      title: 'Contrato',
      evidence: { witness: { hash: documentHash, nom151: { token: ownStamp } } },
      context,
    }).text,
    'case-of-a-signature.json': buildCase({
      title: 'Contrato',
      evidence: { witness: evidence.invites![0]!.witness!, signature: {} },
      document,
      context,
    }).text,
    'bent-signature-witness.json': json({
      hash: flipHex(evidence.invites![0]!.witness!.hash),
      nom151: evidence.invites![0]!.witness!.nom151,
      signatureRequest: { witness: { hash: documentHash } },
    }),
    'bare-stamp.b64': Buffer.from(
      stampToken({ digest: Buffer.from(documentHash, 'hex'), signer: stamper, genTime: provenAt }),
    ).toString('base64'),
    'stamper.pem': pem(stamper),
    'policy.json': canonicalPolicy({ ...internal, id: 'mine' }),
    'broken-policy.json': canonicalPolicy(standard).replace('"FAIL"', '"MAYBE"'),
    'nonsense.txt': 'hello',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path(name), content);
  mkdirSync(path('anchors'));
  writeFileSync(join(path('anchors'), 'root.pem'), pem(root));
  writeFileSync(join(path('anchors'), 'README.txt'), 'not a certificate');
  mkdirSync(path('anchors-with-list'));
  writeFileSync(join(path('anchors-with-list'), 'root.pem'), pem(root));
  const revoked = [{ certificate: stamper.certificate, at: '2026-11-01T00:00:00Z', reason: 1 }];
  writeFileSync(
    join(path('anchors-with-list'), 'stamps.crl'),
    issueCrlDer({ issuer: authority, revoked, thisUpdate: '2026-11-02T00:00:00Z' }),
  );
  mkdirSync(path('broken-lists'));
  writeFileSync(join(path('broken-lists'), 'stamps.crl'), 'no list');
  mkdirSync(path('broken-anchors'));
  writeFileSync(join(path('broken-anchors'), 'root.pem'), 'not a certificate');
});
afterAll(() => rmSync(folder, { recursive: true }));

const anchored = () => [
  ...['--anchors', path('anchors'), '--stamp-anchors', path('anchors')],
  ...['--chain', path('chain.json')],
];

describe('exit numbers', () => {
  it('0: passed, under the reader’s own anchors and nodes', async () => {
    for (const file of ['case.json', 'request.json', 'witness.json']) {
      const { exit, output } = await verify(path(file), ...anchored());
      expect(output).toContain('  PASSED');
      expect([file, exit]).toEqual([file, 0]);
    }
    expect((await verify(path('proof.json'), '--policy', 'internal')).exit).toBe(0);
  });

  it('1: failed; also a case file that says of itself what is not so', async () => {
    expect((await verify(path('forged.json'), '--recipe', 'ascii-hex-sorted/1')).exit).toBe(1);
    expect((await verify(path('witness.json'), '--document', path('other.txt'))).exit).toBe(1);
    const lie = readFileSync(path('case.json'), 'utf8').replace('"Contrato"', '"Convenio"');
    writeFileSync(path('lie.json'), lie);
    const { exit, output } = await verify(path('lie.json'), ...anchored());
    expect(exit).toBe(1);
    expect(output).toContain('FAILED: the file is not what it says');
  });

  it('2: could not be checked in full', async () => {
    expect((await verify(path('proof.json'))).exit).toBe(2);
    expect((await verify(path('forged.json'))).exit).toBe(2);
    expect((await verify(path('case.json'))).exit).toBe(2);
  });

  it('64: nothing could be read, or the words make no sense', async () => {
    for (const words of [
      [path('nonsense.txt')],
      [path('absent.json')],
      [],
      ['--wrong', path('proof.json')],
      [path('proof.json'), '--policy'],
      [path('proof.json'), '--policy='],
      [path('proof.json'), '--policy', path('absent.json')],
      [path('proof.json'), '--policy', path('broken-policy.json')],
      [path('proof.json'), '--policy', 'standard', '--policy', 'strict'],
      [path('proof.json'), '--at', 'yesterday'],
      [path('proof.json'), '--recipe', 'mine/1'],
      [path('proof.json'), '--tree-size', '-1'],
      [path('proof.json'), '--anchors', path('absent')],
      [path('proof.json'), '--anchors', path('broken-anchors')],
      [path('proof.json'), '--document', path('absent')],
      ['vectors', folder],
      ['vectors', folder, 'no-such-set'],
      ['vectors', folder, 'eip712'],
      ['vectors', folder, 'eip712', 'more'],
    ]) {
      const { exit, output, complaint } = await verify(...words);
      expect([words, exit]).toEqual([words, 64]);
      expect(output + (complaint ?? '')).not.toBe('');
      expect(output).not.toContain('PASSED');
    }
  });

  it('several files: the worst of 1 > 64 > 2 > 0', async () => {
    const [good, open, bad, unreadable] = ['proof.json', 'ocsp.hex', 'forged.json', 'nonsense.txt'].map(
      path,
    ) as [string, string, string, string];
    const pinned = ['--policy', 'internal', '--recipe', 'ascii-hex-sorted/1'];
    expect((await verify(good, ...pinned)).exit).toBe(0);
    expect((await verify(good, bad, ...pinned)).exit).toBe(1);
    expect((await verify(good, open, '--policy', 'standard')).exit).toBe(2);
    expect((await verify(open, bad, good, ...pinned)).exit).toBe(1);
    expect((await verify(unreadable, good, ...pinned)).exit).toBe(64);
    expect((await verify(open, unreadable, ...pinned)).exit).toBe(64);
    expect((await verify(unreadable, bad, ...pinned)).exit).toBe(1);
    expect((await verify(unreadable, unreadable)).exit).toBe(64);
  });
});

describe('options', () => {
  it('--document gives the bytes', async () => {
    const { output } = await verify(path('witness.json'), '--document', path('document.txt'), ...anchored());
    expect(output).toContain('✓ PASSED        file.hash');
    const stamp = await verify(path('stamp.b64'), '--document', path('document.txt'), ...anchored());
    expect(stamp).toMatchObject({ exit: 0 });
  });

  it('--document that nothing in the files is about is an error, not passed over', async () => {
    for (const file of ['leaf.pem', 'ocsp.hex', 'signature-witness.json']) {
      const { exit, complaint } = await verify(path(file), '--document', path('document.txt'), ...anchored());
      expect([file, exit]).toEqual([file, 64]);
      expect(complaint).toContain('about the document');
    }
    expect(
      (await verify(path('leaf.pem'), path('witness.json'), '--document', path('document.txt'))).exit,
    ).toBe(2);
  });

  it('--document that nothing is about hides no failure', async () => {
    const { exit, output, complaint } = await verify(
      path('bent-signature-witness.json'),
      '--document',
      path('document.txt'),
      ...anchored(),
    );
    expect(exit).toBe(1);
    expect(output).toContain('X_STAMP_IMPRINT_MISMATCH');
    expect(complaint).toContain('about the document');
  });

  it('a document that a case file carries beside evidence of something else does not pass', async () => {
    expect((await verify(path('case-of-a-signature.json'), ...anchored())).exit).toBe(2);
    const given = ['--document', path('document.txt')];
    expect((await verify(path('case-of-a-signature.json'), ...given, ...anchored())).exit).toBe(64);
  });

  it('whoever signed by one file does not date it in another, nor in a case', async () => {
    for (const file of ['own-stamp.json', 'own-stamp-case.json']) {
      expect([file, (await verify(path(file), ...anchored())).exit]).toEqual([file, 0]);
      const { output } = await verify(path(file), path('signed-by-berta.json'), ...anchored());
      expect(output).toMatch(/nom151\.signer[^]*the time-stamp is not by a signer of what it dates/);
    }
    expect((await verify(path('own-stamp-nested.json'), ...anchored())).exit).toBe(1);
  });

  it('whoever signed by a case file does not date it in another file', async () => {
    const { output } = await verify(path('own-stamp.json'), path('signed-by-berta.case.json'), ...anchored());
    expect(output).toMatch(/nom151\.signer[^]*the time-stamp is not by a signer of what it dates/);
    // What cannot be read says nothing of the others.
    const beside = await verify(path('own-stamp.json'), path('cut-case.json'), ...anchored());
    expect([beside.exit, beside.output]).toEqual([64, expect.not.stringContaining('of what it dates')]);
  });

  it('an OCSP response in one file revokes the signer of a time-stamp in another', async () => {
    const files = [path('stamped.json'), path('stamper-revoked.ocsp')];
    expect((await verify(path('stamped.json'), ...anchored())).exit).toBe(0);
    const { exit, output } = await verify(...files, ...anchored());
    expect([exit, output]).toEqual([1, expect.stringMatching(/nom151\.path[^]*REVOKED/)]);
    expect((await verify(path('stamped.case.json'), path('stamper-revoked.ocsp'), ...anchored())).exit).toBe(
      1,
    );
  });

  it('the certificate of a time-stamp authority may lie beside its token', async () => {
    const files = [path('bare-stamp.b64'), '--document', path('document.txt')];
    expect((await verify(...files, ...anchored())).exit).toBe(2);
    const certificates = [path('stamper.pem'), path('issuer.pem')];
    // The signature of this witness is not here; nothing else is open.
    const beside = await verify(path('signature-witness.json'), ...files, ...certificates, ...anchored());
    expect([beside.exit, new Set(beside.output.match(/X_\w+/g))]).toEqual([
      2,
      new Set(['X_EVIDENCE_ABSENT']),
    ]);
    expect((await verify(...files, ...certificates, ...anchored())).exit).toBe(0);
  });

  it('an anchor of signers vouches for no time-stamp, and one of time-stamps for no signer', async () => {
    const file = ['--document', path('document.txt'), path('stamp.b64')];
    expect((await verify(...file, '--anchors', path('anchors'))).exit).toBe(2);
    expect((await verify(...file, '--stamp-anchors', path('anchors'))).exit).toBe(0);
    const signed = [path('leaf.pem'), path('issuer.pem')];
    expect((await verify(...signed, '--stamp-anchors', path('anchors'))).exit).toBe(2);
    expect((await verify(...signed, '--anchors', path('anchors'))).exit).toBe(0);
  });

  it('says who made the time-stamp beside the time that it proves', async () => {
    const { output } = await verify(path('witness.json'), ...anchored());
    expect(output).toMatch(/existed by .*, time-stamp by Stamp signer under /);
  });

  it('a revocation list beside the anchors counts for the signer of a time-stamp; one that cannot be read is an error', async () => {
    const file = ['--document', path('document.txt'), path('stamp.b64'), '--stamp-anchors'];
    const { exit, output } = await verify(...file, path('anchors-with-list'));
    expect(exit).toBe(1);
    expect(output).toContain('REVOKED');
    expect((await verify(...file, path('broken-lists'))).exit).toBe(64);
  });

  it('--policy takes a name or a file, and the report names it', async () => {
    const { exit, output } = await verify(path('proof.json'), `--policy=${path('policy.json')}`);
    expect(exit).toBe(0);
    expect(output).toContain('(internal check)');
    expect(output).toContain('policy mine/2');
  });

  it('--tree-size proves the position, --at sets the time', async () => {
    const one = await verify(
      path('witness.json'),
      '--tree-size',
      '13',
      '--at',
      '2026-11-20T00:00:00Z',
      '--json',
    );
    const sections = JSON.parse(one.output).files[0].sections as {
      key: string;
      checks: { id: string; steps?: { kind: string }[] }[];
    }[];
    const rootCheck = sections
      .find(({ key }) => key === 'witness')!
      .checks.find(({ id }) => id === 'external.root')!;
    expect(rootCheck.steps!.at(-1)!.kind).toBe('position');
    expect(JSON.parse(one.output).files[0].inputs.validationTime).toBe('2026-11-20T00:00:00Z');
    expect((await verify(path('witness.json'), '--tree-size', '12')).output).toContain(
      '✗ FAILED        external.root',
    );
  });

  it('certificates given beside a file are at hand; an OCSP response finds the one it is about', async () => {
    const files = ['leaf.pem', 'issuer.pem', 'ocsp.hex'].map(path);
    const { output } = await verify(...files, '--anchors', path('anchors'), '--policy', 'vectors', '--json');
    expect(
      JSON.parse(output).files.map(({ kind, conclusion }: { kind: string; conclusion: string }) => [
        kind,
        conclusion,
      ]),
    ).toEqual([
      ['certificate', 'TOTAL_PASSED'],
      ['certificate', 'TOTAL_PASSED'],
      ['ocsp-response', 'TOTAL_PASSED'],
    ]);
  });

  it('-- ends the options; --help says how', async () => {
    expect((await verify('--', path('proof.json'))).exit).toBe(2);
    expect(await verify('--help')).toMatchObject({
      exit: 0,
      output: expect.stringContaining('--tree-size') as string,
    });
  });
});

describe('reports', () => {
  it('JSON: a check carries its id and status first, and every id is a known one', async () => {
    const { output } = await verify(path('request.json'), '--json', ...anchored());
    const report = JSON.parse(output) as {
      exit: number;
      files: { sections: { checks: Record<string, unknown>[] }[] }[];
    };
    const checks = report.files.flatMap(({ sections }) => sections.flatMap((section) => section.checks));
    expect(checks.length).toBeGreaterThan(40);
    for (const check of checks) {
      expect(Object.keys(check).slice(0, 2)).toEqual(['id', 'status']);
      expect(checkIds).toContain(check.id);
    }
    expect(report.exit).toBe(0);
  });

  it('the same inputs give the same bytes', async () => {
    const words = [path('case.json'), '--json', ...anchored()];
    expect((await verify(...words)).output).toBe((await verify(...words)).output);
  });

  it('words: what only the service says carries no mark of passing', async () => {
    const { output } = await verify(path('witness.json'), ...anchored());
    expect(output).toMatch(/· PASSED {8}case\.times: .* \(as reported by the service\)/);
    expect(output).not.toMatch(/✓.*as reported by the service/);
    expect(output).toContain('token.head');
  });

  it('words: names from evidence cannot hide or reorder what stands beside them', async () => {
    const nasty = { ...proof, signatures: [{ signature: '00', certificate: 'https://x\u202egnp.evil' }] };
    writeFileSync(path('nasty\u202e.json'), json({ ...nasty, hash: 'zz\u202e\u001b[2J' }));
    const { output } = await verify(path('nasty\u202e.json'));
    expect(output).not.toMatch(/[\u202e\u001b]/);
  });

  it('every check has its question in words', () => {
    expect(Object.keys(questions).sort()).toEqual([...checkIds].sort());
  });

  it('the program names itself by the version of the package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(build).toBe(`testigo/${version}`);
    expect(claiming.network).toBe(421614);
  });
});
