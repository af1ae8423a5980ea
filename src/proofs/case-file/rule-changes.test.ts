import { describe, expect, it } from 'vitest';
import { checkEvidence } from '../check-evidence.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import { canonicalJson, readJson, type JsonObject } from '../encoding/json.ts';
import { oid } from '../pki/der/oids.ts';
import {
  anchor,
  authorityExtensions,
  issue,
  issueCrlDer,
  purposes,
  testKey,
  usage,
} from '../pki/testing/authority.ts';
import { maxRevocations } from '../pki/timestamp/stamp-revocation.ts';
import { ocspResponse } from '../pki/testing/ocsp-responder.ts';
import { stampSigner, stampToken } from '../pki/testing/time-stamper.ts';
import { standard, strict } from '../policy/policy.ts';
import { concatBytes, toBase64 } from '../encoding/bytes.ts';
import {
  authority,
  context,
  document,
  documentHash,
  documentWitness,
  evidence,
  inviteOf,
  pem,
  provenAt,
  root,
  signedOver,
  stamper,
  stampOver,
} from '../testing/case-material.ts';
import { hex, leafAt, nodeSha256, sortedTree, unhex } from '../testing/trees.ts';
import { buildCase } from './build-case.ts';
import { caseSchema, conclusionsOf, digestOfJson, earlierCaseSchema } from './case-file.ts';
import { verifyCase, type CaseVerification } from './verify-case.ts';

/** Conclusions as they stand in a case file, for a test to bend. */
interface Verdict {
  conclusion: string;
  subIndication?: string;
  stops: unknown[];
  warnings: number;
  basis?: string;
}
interface Section {
  key: string;
  counts: boolean;
  provenTime?: string;
  verdict: Verdict;
  checks: { id: string; status: string; level: string; basis: string; reason?: string; recipe?: string }[];
}
interface StatedReport {
  verdict: Verdict;
  wording: string;
  sections: Section[];
}
type Bend = (report: StatedReport) => void;

/** A file about this evidence, by default of version 1, whose verdict is bent and its digests made right. */
function earlier(
  of: Evidence,
  bend: Bend = () => undefined,
  under: Context = context,
  withDocument?: Uint8Array,
  schema = earlierCaseSchema,
): string {
  const { text } = buildCase({
    title: 'Contrato',
    evidence: of,
    context: under,
    ...(withDocument && { document: withDocument }),
  });
  // A copy of plain JSON, which the test may bend: its readonly types are of no use here.
  const { sha256: _, ...file } = structuredClone(readJson(text, 'case')) as unknown as Record<
    string,
    unknown
  >;
  file.schema = schema;
  bend(file.report as StatedReport);
  return canonicalJson({ ...file, sha256: digestOfJson(file as JsonObject) });
}

const section = (report: StatedReport, key: string): Section =>
  report.sections.find((one) => one.key === key)!;
const checkIn = (report: StatedReport, key: string, id: string) =>
  section(report, key).checks.find((one) => one.id === id)!;

/** What a check was found to be before: by default that it passed. */
function was(
  report: StatedReport,
  key: string,
  id: string,
  change: Record<string, unknown> = { status: 'PASSED' },
): void {
  const check = checkIn(report, key, id);
  delete check.reason;
  Object.assign(check, change);
}

/** A section that passed before, as of `basis`. */
function passedAs(of: { verdict: Verdict }, basis: string): void {
  const { warnings } = of.verdict;
  of.verdict = { conclusion: 'TOTAL_PASSED', stops: [], warnings, basis };
}

const kindsOf = ({ issues: faults }: CaseVerification): string[] => faults.map(({ kind }) => kind);
const rulesOf = ({ changes }: CaseVerification): string[] => [...new Set(changes.map(({ rule }) => rule))];

/** The honest verdict is explained by this rule alone; each lie beside it is a fault. */
function expectExplained(
  text: (bend: Bend) => string,
  honest: Bend,
  rule: string,
  lies: readonly Bend[] = [],
): void {
  const verdictOf = verifyCase(text(honest), context);
  expect([kindsOf(verdictOf), rulesOf(verdictOf)]).toEqual([[], [rule]]);
  for (const lie of lies) {
    const bent = verifyCase(
      text((report) => {
        honest(report);
        lie(report);
      }),
      context,
    );
    expect([kindsOf(bent), rulesOf(bent)]).toEqual([['verdict'], []]);
  }
}

const stampOnly = (token: string): Evidence => ({ witness: { hash: documentHash, nom151: { token } } });
const tokenBy = (signer: typeof stamper, more: object = {}): string =>
  toBase64(
    stampToken({
      digest: unhex(documentHash),
      signer,
      certificates: [signer.der, authority.der],
      genTime: provenAt,
      policy: '1.3.6.1.4.1.99999.1',
      ...more,
    }),
  );

/** A witness by one token, as it passed before. */
const stampPassed: Bend = (report) => {
  for (const id of ['signer', 'path', 'time']) {
    was(report, 'witness', `nom151.${id}`, {
      status: 'PASSED',
      basis: id === 'signer' ? 'RECOMPUTED' : 'PINNED',
    });
  }
  passedAs(section(report, 'witness'), 'PINNED');
  passedAs(report, 'PINNED');
  section(report, 'witness').provenTime = provenAt;
};

/** Lies that no rule explains, whatever else has changed. */
const liesOfWitness: readonly Bend[] = [
  (report) => (section(report, 'witness').provenTime = '2020-01-01T00:00:00Z'),
  (report) => (section(report, 'witness').provenTime = '2026-11-01T00:00:00Z'),
  (report) => (section(report, 'witness').counts = false),
  (report) => (section(report, 'witness').verdict.conclusion = 'INDETERMINATE'),
  (report) => (section(report, 'witness').verdict.stops = [{ id: 'nom151.time', code: 'NO_POE' }]),
  (report) => (report.verdict.conclusion = 'TOTAL_FAILED'),
  (report) => (report.verdict.basis = 'RECOMPUTED'),
  (report) => (report.wording = 'internal check'),
  (report) => report.sections.pop(),
  (report) => report.sections.push(structuredClone(report.sections[0]!)),
  (report) => section(report, 'witness').checks.pop(),
  (report) => (checkIn(report, 'witness', 'nom151.time').level = 'INFORM'),
  (report) => (checkIn(report, 'witness', 'nom151.parse').status = 'HELD'),
  (report) => was(report, 'witness', 'nom151.imprint', { status: 'PASSED', basis: 'SERVER' }),
  (report) => was(report, 'case', 'case.times', { status: 'FAILED', reason: 'X_TIME_CONFLICT' }),
];

describe('a verdict that today’s rules give', () => {
  it('is no fault, and no rule is named', () => {
    const verdictOf = verifyCase(earlier(evidence, undefined, context, document), context);
    expect([kindsOf(verdictOf), verdictOf.changes]).toEqual([[], []]);
  });

  it('and one that is bent is a fault', () => {
    const lies: Bend[] = [
      (report) => (report.verdict.conclusion = 'TOTAL_FAILED'),
      (report) => (section(report, 'witness').provenTime = '2020-01-01T00:00:00Z'),
      (report) => (checkIn(report, 'invites[0]', 'signature.rsa').status = 'FAILED'),
      (report) =>
        was(report, 'invites[0]', 'certificate.identity', {
          status: 'FAILED',
          reason: 'X_CERT_FIELD_CONFLICT',
        }),
      (report) => delete (report as Partial<StatedReport>).sections,
      (report) => delete (section(report, 'witness') as Partial<Section>).verdict,
    ];
    for (const lie of lies) {
      expect(kindsOf(verifyCase(earlier(evidence, lie, context, document), context))).toEqual(['verdict']);
    }
  });
});

describe('a verdict that a changed rule decides', () => {
  it('a time-stamp whose certificate has expired since', () => {
    const expired = issue({
      subject: 'CN=Expired',
      issuer: authority,
      notAfter: '2026-10-01T00:00:00Z',
      extensions: [usage(0), purposes(true, oid.timeStamping)],
    });
    const text = (bend: Bend) => earlier(stampOnly(tokenBy(expired)), bend);
    expectExplained(text, stampPassed, 'stamp-expired', liesOfWitness);
    // Whoever bends a verdict can write either version, so it decides nothing.
    const present = (bend: Bend) =>
      earlier(stampOnly(tokenBy(expired)), bend, context, undefined, caseSchema);
    expectExplained(present, stampPassed, 'stamp-expired', liesOfWitness);
    // No rule makes a signature of a token good.
    const [bent] = [tokenBy(expired, { messageDigest: new Uint8Array(32) })];
    const forged = earlier(stampOnly(bent), (report) => {
      was(report, 'witness', 'nom151.signature');
      stampPassed(report);
    });
    expect(kindsOf(verifyCase(forged, context))).toEqual(['verdict']);
  });

  it('a signer of time-stamps who is certified for something else', () => {
    const person = issue({
      subject: 'CN=Persona',
      issuer: authority,
      extensions: [usage(0), purposes(true, oid.emailProtection)],
    });
    expectExplained((bend) => earlier(stampOnly(tokenBy(person)), bend), stampPassed, 'stamp-signer');
    const plain = issue({ subject: 'CN=Sin uso', issuer: authority, extensions: [usage(0)] });
    expectExplained((bend) => earlier(stampOnly(tokenBy(plain)), bend), stampPassed, 'stamp-signer');
    // Its hash in the token was always held to the certificate, and an unknown anchor never counted.
    for (const [token, under] of [
      [tokenBy(stamper, { essCertificate: plain }), context],
      [tokenBy(stamper), { ...context, anchors: [] }],
    ] as const) {
      const verdictOf = verifyCase(earlier(stampOnly(token), stampPassed, under), context);
      expect([kindsOf(verdictOf), rulesOf(verdictOf)]).toEqual([['verdict'], []]);
    }
  });

  it('a signer of time-stamps whose revocation an OCSP response tells', () => {
    const response = ocspResponse({
      singles: [
        {
          certificate: stamper.certificate,
          issuer: authority,
          status: { revokedAt: '2026-10-01T00:00:00Z', reason: 1 },
        },
      ],
      signer: authority,
    });
    const of = { ...stampOnly(tokenBy(stamper)), ocspResponse: response };
    expectExplained(
      (bend) => earlier(of, bend),
      (report) => {
        was(report, 'witness', 'nom151.path', { status: 'PASSED', basis: 'PINNED' });
        was(report, 'witness', 'nom151.time', { status: 'PASSED', basis: 'PINNED' });
        passedAs(section(report, 'witness'), 'PINNED');
        section(report, 'witness').provenTime = provenAt;
        const open = section(report, 'ocspResponse').verdict;
        report.verdict = {
          ...report.verdict,
          conclusion: open.conclusion,
          stops: open.stops,
          basis: 'PINNED',
          subIndication: open.subIndication!,
        };
      },
      'stamp-signer',
    );
  });

  it('a signer of time-stamps whom more responses call revoked than are looked at', () => {
    const person = issue({ subject: 'CN=Persona', issuer: authority, extensions: [usage(0)] });
    const status = { revokedAt: '2026-09-01T00:00:00Z' };
    const responses = Array.from({ length: maxRevocations + 1 }, (_, at) =>
      toBase64(
        ocspResponse({
          singles: [{ certificate: stamper.certificate, issuer: authority, status }],
          signer: person,
          certificates: [person],
          producedAt: new Date(Date.parse(provenAt) + at * 1000).toISOString().replace('.000Z', 'Z'),
        }),
      ),
    );
    const text = (bend: Bend) => earlier({ ...stampOnly(tokenBy(stamper)), responses }, bend);
    expectExplained(text, stampPassed, 'stamp-signer', liesOfWitness.slice(0, 1));
  });

  it('but not one whose revocation a pinned list reports, because lists were checked before too', () => {
    const revoked = [{ certificate: stamper.certificate, at: '2026-09-01T00:00:00Z', reason: 1 }];
    const list = issueCrlDer({ issuer: authority, revoked, thisUpdate: '2026-09-02T00:00:00Z' });
    const under = { ...context, revocationLists: [toBase64(list)] };
    const text = earlier(stampOnly(tokenBy(stamper)), stampPassed, under);
    expect(verifyCase(text, context).declared.verdict.conclusion).toBe('TOTAL_FAILED');
    expect(kindsOf(verifyCase(text, context))).toEqual(['verdict']);
  });

  it('a signer of documents who is certified for servers', () => {
    const server = issue({
      subject: 'CN=Ana',
      issuer: authority,
      key: testKey('Ana', 'RSA'),
      extensions: [usage(0), purposes(true, '1.3.6.1.5.5.7.3.1')],
    });
    const invite = inviteOf('Ana', {
      certificate: { pem: pem(server), issuerPem: pem(authority) },
      ocspResponse: hex(
        ocspResponse({
          singles: [{ certificate: server.certificate, issuer: authority, thisUpdate: provenAt }],
          signer: authority,
          producedAt: provenAt,
        }),
      ),
    });
    const honest: Bend = (report) => {
      was(report, 'invites[0]', 'certificate.usage');
      passedAs(section(report, 'invites[0]'), 'PINNED');
      passedAs(report, 'PINNED');
    };
    const text = (bend: Bend) => earlier({ ...stampOnly(tokenBy(stamper)), invites: [invite] }, bend);
    expectExplained(text, honest, 'signer-purpose', [
      ...liesOfWitness,
      (report) =>
        was(report, 'invites[0]', 'ocsp.status', { status: 'INDETERMINATE', reason: 'X_OCSP_STALE' }),
      (report) => (section(report, 'invites[0]').provenTime = '2020-01-01T00:00:00Z'),
    ]);
  });

  it('a signer of documents below an authority that is certified for time-stamps', () => {
    const limited = issue({
      subject: 'CN=Limited',
      issuer: root,
      extensions: [...authorityExtensions(), purposes(true, oid.timeStamping)],
    });
    const person = issue({
      subject: 'CN=Ana',
      issuer: limited,
      key: testKey('Ana', 'RSA'),
      extensions: [usage(0, 1)],
    });
    const response = ocspResponse({
      singles: [{ certificate: person.certificate, issuer: limited, thisUpdate: provenAt }],
      signer: limited,
      producedAt: provenAt,
    });
    const invite = inviteOf('Ana', {
      certificate: { pem: pem(person), issuerPem: pem(limited) },
      ocspResponse: hex(response),
    });
    const honest: Bend = (report) => {
      was(report, 'invites[0]', 'certificate.path', { status: 'PASSED', basis: 'PINNED' });
      passedAs(section(report, 'invites[0]'), 'PINNED');
      passedAs(report, 'PINNED');
    };
    const text = (bend: Bend) => earlier({ ...stampOnly(tokenBy(stamper)), invites: [invite] }, bend);
    expectExplained(text, honest, 'signer-purpose', [
      (report) => was(report, 'invites[0]', 'certificate.usage', { status: 'FAILED' }),
      (report) => (section(report, 'invites[0]').provenTime = '2020-01-01T00:00:00Z'),
    ]);
  });

  it('a name that differs by its accents', () => {
    const accented = { ...evidence, invites: [inviteOf('Ana', { subject: { commonName: 'Aná' } })] };
    const honest: Bend = (report) =>
      was(report, 'invites[0]', 'certificate.identity', {
        status: 'FAILED',
        level: 'WARN',
        reason: 'X_CERT_FIELD_CONFLICT',
      });
    const under = {
      ...context,
      policy: { ...standard, levels: { ...standard.levels, 'certificate.identity': 'WARN' as const } },
    };
    expectExplained((bend) => earlier(accented, bend, under), honest, 'identity');
  });

  it('the document of a signature, computed by its key', () => {
    const { documentHash: other, ...signed } = signedOver('another text');
    const invites = [inviteOf('Ana', signed)];
    expect(other).toBeDefined();
    // Its signature failed then as it does now; what the document was compared with is new.
    const text = (bend: Bend) => earlier({ ...stampOnly(tokenBy(stamper)), invites }, bend);
    const honest: Bend = (report) => {
      was(report, 'invites[0]', 'signature.document');
      const own = section(report, 'invites[0]').verdict;
      own.stops = own.stops.filter((stop) => (stop as { id: string }).id !== 'signature.document');
      report.verdict.stops = report.verdict.stops.filter(
        (stop) => (stop as { id: string }).id !== 'signature.document',
      );
    };
    expectExplained(text, honest, 'signed-document', [
      (report) => was(report, 'invites[0]', 'signature.rsa'),
      (report) => passedAs(section(report, 'invites[0]'), 'PINNED'),
    ]);
  });

  it('the document that the service reported beside a signature only contradicts now', () => {
    const invites = [inviteOf('Ana', { documentHash: hex(leafAt(9)) })];
    const honest: Bend = (report) => {
      was(report, 'invites[0]', 'signature.document', {
        status: 'FAILED',
        basis: 'SERVER',
        reason: 'HASH_FAILURE',
      });
      const stops = [{ id: 'signature.document', code: 'HASH_FAILURE' }];
      const open = { conclusion: 'INDETERMINATE', subIndication: 'HASH_FAILURE', stops };
      Object.assign(section(report, 'invites[0]').verdict, open);
      Object.assign(report.verdict, open);
    };
    expectExplained(
      (bend) => earlier({ ...stampOnly(tokenBy(stamper)), invites }, bend),
      honest,
      'signed-document',
    );
  });

  it('signatures of a request without a witness are held to one document', () => {
    const invites = ['Ana', 'Berta'].map((name) => inviteOf(name, { documentHash }));
    const honest: Bend = (report) => {
      for (const key of ['invites[0]', 'invites[1]'])
        was(report, key, 'signature.document', { status: 'NOT_APPLICABLE' });
    };
    expectExplained((bend) => earlier({ invites }, bend), honest, 'signed-document');
    const beside = { ...stampOnly(tokenBy(stamper)), invites };
    expect(kindsOf(verifyCase(earlier(beside, honest), context))).toEqual(['verdict']);
  });

  it('a signature that is absent', () => {
    const { signature: _, ...absent } = inviteOf('Berta');
    const of = { ...stampOnly(tokenBy(stamper)), invites: [inviteOf('Ana'), absent] };
    const honest: Bend = (report) => {
      const at = report.sections.findIndex(({ key }) => key === 'invites[1]');
      const ids = ['signature.form', 'signature.rsa', 'signature.document', 'signature.witness'];
      const common = { status: 'NOT_APPLICABLE', level: 'FAIL', basis: 'RECOMPUTED' };
      const nothing = {
        conclusion: 'INDETERMINATE',
        subIndication: 'X_EVIDENCE_ABSENT',
        stops: [],
        warnings: 0,
      };
      const witness = structuredClone(section(report, 'invites[0].witness'));
      report.sections.splice(
        at,
        1,
        { key: 'invites[1]', counts: false, verdict: nothing, checks: ids.map((id) => ({ id, ...common })) },
        { ...witness, key: 'invites[1].witness' },
      );
      passedAs(report, 'PINNED');
    };
    expectExplained((bend) => earlier(of, bend), honest, 'absent-signature', [
      ...liesOfWitness,
      (report) => was(report, 'invites[1]', 'signature.rsa'),
      (report) => (section(report, 'invites[1]').counts = true),
    ]);
  });

  it.each([earlierCaseSchema, caseSchema])(
    'a witness of a signature that nobody has seen, in a file of %s',
    (schema) => {
      const { witness } = inviteOf('Ana');
      const honest: Bend = (report) => {
        was(report, 'signature', 'signature.witness', { status: 'NOT_APPLICABLE' });
        const file = section(report, 'signature');
        file.counts = false;
        file.verdict.stops = [];
        passedAs(report, 'PINNED');
      };
      const text = (bend: Bend) =>
        earlier({ witness: witness!, signature: {} }, bend, context, undefined, schema);
      expectExplained(text, honest, 'absent-signature', [
        (report) => was(report, 'signature', 'signature.witness'),
        (report) => (section(report, 'witness').provenTime = '2020-01-01T00:00:00Z'),
      ]);
    },
  );

  it('a witness by another algorithm', () => {
    const of = { witness: { ...stampOnly(tokenBy(stamper)).witness!, algorithm: 'MD5' } };
    const honest: Bend = (report) => {
      for (const id of ['parse', 'imprint', 'signature', 'signer']) was(report, 'witness', `nom151.${id}`);
      was(report, 'witness', 'nom151.granted', { status: 'NOT_APPLICABLE' });
      stampPassed(report);
      section(report, 'witness').provenTime = provenAt;
    };
    const verdictOf = verifyCase(
      earlier(of, (report) => {
        honest(report);
        delete section(report, 'witness').provenTime;
      }),
      context,
    );
    expect([kindsOf(verdictOf), rulesOf(verdictOf)]).toEqual([[], ['witness-algorithm']]);
    // An imprint by a weak hash was refused before too.
    const weak = stampOnly(tokenBy(stamper, { imprintHash: 'sha1', digest: new Uint8Array(20) }));
    const forged = earlier(weak, (report) => {
      was(report, 'witness', 'nom151.imprint');
      stampPassed(report);
    });
    expect(kindsOf(verifyCase(forged, context))).toEqual(['verdict']);
  });

  it('a position that is none, which its recipe does not use', () => {
    const tree = sortedTree([documentHash, hex(leafAt(1))], 'ascii');
    const facts = { merkleProof: tree.proof(0), merkleRoot: tree.root, token: stampOver(tree.root) };
    const of = { witness: { hash: documentHash, merkleized: { ...facts, leafIndex: 4n, treeSize: 2n } } };
    const honest: Bend = (report) => {
      was(report, 'witness', 'merkleized.shape');
      passedAs(section(report, 'witness'), 'PINNED');
      passedAs(report, 'PINNED');
      section(report, 'witness').provenTime = provenAt;
    };
    expectExplained((bend) => earlier(of, bend), honest, 'proof-position', liesOfWitness.slice(0, 7));
  });

  it('a bare leaf beside its document', () => {
    const leaf = unhex(documentHash);
    const sibling = leafAt(1);
    const top = hex(nodeSha256(concatBytes(Uint8Array.of(1), leaf, sibling)));
    const facts = {
      merkleProof: [hex(sibling)],
      merkleRoot: top,
      leafIndex: 0n,
      treeSize: 2n,
      token: stampOver(top),
    };
    const of = { witness: { hash: documentHash, merkleized: facts } };
    const honest: Bend = (report) => {
      was(report, 'witness', 'merkleized.root', { status: 'PASSED', recipe: 'rfc6962/1' });
      passedAs(section(report, 'witness'), 'PINNED');
      passedAs(report, 'PINNED');
      section(report, 'witness').provenTime = provenAt;
    };
    const text = (bend: Bend) => earlier(of, bend, context, document);
    const lost = { witness: { hash: documentHash, merkleized: { ...facts, treeSize: 3n } } };
    expect(kindsOf(verifyCase(earlier(lost, honest, context, document), context))).toEqual(['verdict']);
    expectExplained(text, honest, 'document-leaf', [
      (report) => was(report, 'witness', 'merkleized.root', { status: 'PASSED', recipe: 'bytes-sorted/1' }),
    ]);
  });

  it('a document beside evidence of something else', () => {
    const honest: Bend = (report) => {
      was(report, 'document', 'file.hash', { status: 'NOT_APPLICABLE' });
      const file = section(report, 'document');
      file.counts = false;
      file.verdict.stops = [];
      passedAs(report, 'PINNED');
    };
    expectExplained(
      (bend) => earlier({ certificate: pem(authority) }, bend, context, document),
      honest,
      'unexamined-document',
    );
  });

  it('logs above the last final block, which counted as final', () => {
    const finalAt = (number: string): Context => ({
      ...context,
      exchanges: context.exchanges!.map((one) =>
        one.params[0] === 'finalized' && one.method === 'eth_getBlockByNumber'
          ? { ...one, result: { ...(one.result as JsonObject), number } }
          : one,
      ),
    });
    // As a case file has it, whose JSON is typed here by what is bent.
    const { sections } = conclusionsOf(checkEvidence(evidence, context)) as unknown as StatedReport;
    const token = sections.find(({ key }) => key === 'token')!;
    const honest: Bend = (report) => Object.assign(section(report, 'token'), structuredClone(token));
    const text = (bend: Bend) => earlier(evidence, bend, finalAt('0x59'), document, caseSchema);
    expectExplained(text, honest, 'token-final', [
      (report) => was(report, 'witness', 'merkleized.anchor'),
      (report) => (report.verdict.conclusion = 'TOTAL_FAILED'),
    ]);
    // With every log below the head no rule makes an owner of the token.
    const owned = { ...documentWitness.endorsable!, ownerId: '0x' + '77'.repeat(20) };
    const of = { ...evidence, witness: { ...documentWitness, endorsable: owned } };
    const forged = earlier(of, (report) => was(report, 'token', 'token.head'), finalAt('0x5a'), document);
    expect(kindsOf(verifyCase(forged, context))).toEqual(['verdict']);
  });

  it('a token without endorsements, whose list was complete and of one network', () => {
    const of = { ...evidence, events: { ...evidence.events!, items: [] } };
    const honest: Bend = (report) => {
      for (const id of ['token.complete', 'token.network'])
        was(report, 'token', id, { status: 'INDETERMINATE', reason: 'X_SERVER_WORD' });
      const absent = ['order', 'continuity', 'first', 'head'];
      Object.assign(section(report, 'token').verdict, {
        subIndication: 'X_SERVER_WORD',
        stops: [
          ...['network', 'complete'].map((id) => ({ code: 'X_SERVER_WORD', id: `token.${id}` })),
          ...absent.map((id) => ({ code: 'X_EVIDENCE_ABSENT', id: `token.${id}` })),
        ],
      });
    };
    const text = (bend: Bend) => earlier(of, bend, { ...context, exchanges: [] }, document, caseSchema);
    expectExplained(text, honest, 'token-final', [
      (report) => was(report, 'token', 'token.head'),
      (report) => (report.verdict.conclusion = 'TOTAL_FAILED'),
    ]);
    // With endorsements the list decides it.
    const forged = earlier(evidence, honest, { ...context, exchanges: [] }, document, caseSchema);
    expect(rulesOf(verifyCase(forged, context))).not.toContain('token-final');
  });

  it('a request that is not here, which had the name of a signature', () => {
    const of: Evidence = { ...evidence, unloaded: ['request'] };
    const honest: Bend = (report) => (section(report, 'request').key = 'signature');
    const text = (bend: Bend) => earlier(of, bend, context, document, caseSchema);
    expectExplained(text, honest, 'absent-signature', [
      (report) => was(report, 'signature', 'signature.form'),
      (report) => (report.verdict.conclusion = 'TOTAL_PASSED'),
    ]);
  });

  it('one token counted as two proofs', () => {
    const facts = { merkleProof: [], merkleRoot: hex(nodeSha256(new TextEncoder().encode(documentHash))) };
    const of = {
      witness: {
        ...stampOnly(tokenBy(stamper)).witness!,
        merkleized: { ...facts, token: stampOver(facts.merkleRoot) },
      },
    };
    const under = { ...context, policy: strict };
    const honest: Bend = (report) => {
      passedAs(section(report, 'witness'), 'PINNED');
      passedAs(report, 'PINNED');
      section(report, 'witness').provenTime = provenAt;
    };
    expectExplained(
      (bend) => earlier(of, bend, under),
      honest,
      'independent-proofs',
      liesOfWitness.slice(0, 7),
    );
    expect(kindsOf(verifyCase(earlier(stampOnly(tokenBy(stamper)), honest, under), context))).toEqual([
      'verdict',
    ]);
  });

  it('the signature that a fallen time-stamp dated is checked for today', () => {
    const expired = stampSigner(authority);
    const old = issue({
      subject: 'CN=Expired',
      issuer: authority,
      notAfter: '2026-10-01T00:00:00Z',
      key: expired.key,
      extensions: [usage(0), purposes(true, oid.timeStamping)],
    });
    const ana = inviteOf('Ana');
    const hash = ana.witness!.hash;
    const invites = [{ ...ana, witness: { hash, nom151: { token: tokenBy(old, { digest: unhex(hash) }) } } }];
    const honest: Bend = (report) => {
      const key = 'invites[0].witness';
      was(report, key, 'nom151.time', { status: 'PASSED', basis: 'PINNED' });
      passedAs(section(report, key), 'PINNED');
      section(report, key).provenTime = provenAt;
      was(report, 'invites[0]', 'ocsp.time');
      passedAs(section(report, 'invites[0]'), 'PINNED');
      section(report, 'invites[0]').provenTime = provenAt;
      passedAs(report, 'PINNED');
    };
    const text = (bend: Bend) => earlier({ ...stampOnly(tokenBy(stamper)), invites }, bend);
    expectExplained(text, honest, 'stamp-expired', [
      ...liesOfWitness,
      (report) => delete section(report, 'invites[0]').provenTime,
      (report) =>
        was(report, 'invites[0].witness', 'nom151.time', {
          status: 'INDETERMINATE',
          reason: 'OUT_OF_BOUNDS_NO_POE',
        }),
    ]);
    // Without a time-stamp that fell nothing explains it.
    const [stale] = [{ ...ana, witness: undefined }];
    const { witness: _, ...bare } = stale;
    const forged = earlier({ ...stampOnly(tokenBy(stamper)), invites: [bare] }, (report) => {
      was(report, 'invites[0]', 'ocsp.time');
      passedAs(section(report, 'invites[0]'), 'PINNED');
      passedAs(report, 'PINNED');
    });
    expect(kindsOf(verifyCase(forged, context))).toEqual(['verdict']);
  });

  it('anchors of version 1 count for both purposes, whatever is written beside them', () => {
    const under = { ...context, anchors: [anchor(root, 'signing')] };
    const text = earlier(stampOnly(tokenBy(stamper)), undefined, under);
    expect(verifyCase(text, context).declared.verdict.conclusion).toBe('TOTAL_PASSED');
  });
});
