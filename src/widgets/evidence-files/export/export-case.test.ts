import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxDocumentBytes } from '#proofs/case-file/build-case.ts';
import { verifyCase } from '#proofs/case-file/verify-case.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { readJson, type Json } from '#proofs/encoding/json.ts';
import * as material from '#proofs/testing/case-material.ts';
import { proofContext } from '../../verification/context/proof-context.ts';
import { createVerifier } from '../../verification/worker/verifier.ts';
import type { VerificationContext } from '../../verification/context/verification-context.ts';
import { exportCase, maxCaseDocument } from './export-case.ts';
import { exportableEvidence, exportableExchanges, PrivateKeyInEvidence } from './exportable.ts';
import { distinctNames, evidenceFileName } from './file-names.ts';

const verifier = createVerifier();
const reader: VerificationContext = {
  trust: {
    policy: 'standard',
    anchors: [
      {
        pem: material.pem(material.root),
        sha256: material.root.certificate.fingerprint,
        title: 'Raíz de las pruebas',
        use: 'both',
      },
    ],
    endorsers: material.context.endorsers ?? [],
    ...(material.context.range && { range: material.context.range }),
  },
  now: material.now,
  exchanges: material.context.exchanges ?? [],
};
const { documentDigest: _, ...evidence } = material.evidence;
const requested = { title: 'Contrato de compraventa', evidence, reader };
const document = () => new Blob([new Uint8Array(material.document)]);

/** Every key and every text of a value, wherever it stands. */
function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value as readonly Json[]) yield* textsIn(one);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) {
      yield key;
      yield* textsIn(one);
    }
}

describe('a case file that is exported', () => {
  it('passes under the same trust, and says so itself', async () => {
    const { name, text, report } = await exportCase(verifier, requested);
    expect(name).toBe(`testigo-contrato-de-compraventa-${material.documentHash.slice(0, 12)}.testigo.json`);
    const { report: again, issues: faults } = verifyCase(text, proofContext(reader));
    expect(faults).toEqual([]);
    expect(report.verdict.conclusion).toBe('TOTAL_PASSED');
    expect(again.verdict.conclusion).toBe('TOTAL_PASSED');
  });

  it('carries no trust of its own: without the reader’s anchors it is open', async () => {
    const { text } = await exportCase(verifier, requested);
    const alone = { ...reader, trust: { ...reader.trust, anchors: [] }, exchanges: [] };
    const { report, issues: faults } = verifyCase(text, proofContext(alone));
    expect(faults).toEqual([]);
    expect(report.verdict.conclusion).toBe('INDETERMINATE');
  });

  it('is the same bytes for the same input', async () => {
    const [one, two] = await Promise.all([exportCase(verifier, requested), exportCase(verifier, requested)]);
    expect(two).toEqual(one);
    const later = await exportCase(verifier, { ...requested, reader: { ...reader, now: reader.now + 1000 } });
    expect(later.text).not.toBe(one.text);
  });

  it('holds the document only when it is given', async () => {
    const base64 = Buffer.from(material.document).toString('base64');
    const bare = await exportCase(verifier, { ...requested, evidence: material.evidence });
    expect(bare.text).not.toContain(base64);
    expect(bare.text).not.toContain('"kind":"document"');
    const whole = await exportCase(verifier, { ...requested, document: document() });
    expect(whole.text).toContain('"kind":"document"');
    expect(whole.text).toContain(base64);
    const file = whole.report.sections.find(({ key }) => key === 'document');
    expect(file?.checks.map(({ status }) => status)).toEqual(['PASSED']);
    expect(maxCaseDocument).toBe(maxDocumentBytes);
  });

  it('of a witness of a signature stays of that signature', async () => {
    const [invite] = evidence.invites ?? [];
    const { witness, signature = '' } = invite!;
    for (const facts of [{ signature }, {}]) {
      const { text, report } = await exportCase(verifier, {
        ...requested,
        evidence: { ...(witness && { witness }), signature: facts },
      });
      const { report: again, issues: faults } = verifyCase(text, proofContext(reader));
      expect(faults).toEqual([]);
      for (const one of [report, again]) {
        expect(one.sections.map(({ key }) => key)).toEqual(['signature', 'witness', 'case']);
        const [check] = one.sections.find(({ key }) => key === 'signature')?.checks ?? [];
        expect(check?.status).toBe('signature' in facts ? 'PASSED' : 'INDETERMINATE');
      }
    }
  });

  it('stays readable whatever its title is', async () => {
    const { text, name } = await exportCase(verifier, {
      ...requested,
      title: '\u202e/../' + '契'.repeat(5000),
    });
    expect(verifyCase(text, proofContext(reader)).issues).toEqual([]);
    expect(name).toBe(`testigo-${material.documentHash.slice(0, 12)}.testigo.json`);
  });
});

describe('secrets', () => {
  const secrets = {
    anonymousKey: 'SECRET-anonymous',
    pushNotificationToken: 'SECRET-telephone',
    secret: 'SECRET-key',
    apiKey: 'SECRET-api',
  };
  const laced = <T extends object>(value: T): T =>
    Object.fromEntries([
      ...Object.entries(value).map(([key, one]: [string, unknown]) => [
        key,
        typeof one === 'object' && one !== null && !Array.isArray(one) ? laced(one) : one,
      ]),
      ...Object.entries(secrets),
    ]) as T; // the same members, and more

  it('never leave, wherever a service put them', async () => {
    const full: Evidence = {
      ...evidence,
      ...(evidence.witness && { witness: laced(evidence.witness) }),
      invites: (evidence.invites ?? []).map(laced),
      ...(evidence.events && {
        events: { ...laced(evidence.events), items: evidence.events.items.map(laced) },
      }),
    };
    // What a node answered is saved as it came: it is evidence, and public.
    const exchanges = reader.exchanges.map((one) => ({
      ...one,
      ...secrets,
      rpc: 'https://u:SECRET-p@a.example/v2/SECRET-k?key=SECRET-q',
    }));
    const refused = {
      network: 1,
      method: 'eth_chainId',
      params: [],
      at: '2026-11-20T15:00:00Z',
      rpc: 'b.example/SECRET-path',
      error: 'project SECRET-project is over its limit',
    };
    const { text } = await exportCase(verifier, {
      ...requested,
      evidence: laced(full),
      reader: { ...reader, exchanges: [...exchanges, refused] },
    });
    const found = [...textsIn(readJson(text, 'case'))];
    expect(found.length).toBeGreaterThan(500);
    expect(found.filter((one) => one.includes('SECRET'))).toEqual([]);
    expect(found.filter((one) => Object.hasOwn(secrets, one))).toEqual([]);
    expect(found.filter((one) => one.includes('://'))).toEqual([]);
    expect(found).toContain('b.example');
    expect(verifyCase(text, proofContext(reader)).issues).toEqual([]);
  });

  it('in evidence itself stop the export: a private key beside its certificate', async () => {
    const bundle = `${material.pem(material.root)}\n-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----`;
    for (const evidence of [
      { certificate: bundle },
      { certificates: [bundle] },
      { stamp: Buffer.from(bundle) },
    ])
      expect(() => exportableEvidence(evidence)).toThrow(PrivateKeyInEvidence);
  });

  it('an answer keeps its host and why there was none', () => {
    const one = { network: 1, method: 'm', params: [], at: '2026-11-20T15:00:00Z', rpc: 'a.example' };
    const errors = ['timeout', 'HTTP 503', 'invalid key 123'];
    expect(exportableExchanges(errors.map((error) => ({ ...one, error }))).map(({ error }) => error)).toEqual(
      ['timeout', 'HTTP 503', 'refused'],
    );
    expect(exportableExchanges([{ ...one, result: null }])).toEqual([{ ...one, result: null }]);
  });

  it('what may leave is exactly what is checked', () => {
    const { witness, invites, events } = evidence;
    // Of every kind that there is: one that is added must be here, or it would be checked and left behind.
    const every: Required<Omit<Evidence, 'documentDigest' | 'otherDigests'>> = {
      witness: witness!,
      signature: { signature: invites![0]!.signature! },
      invites: invites!,
      unloaded: ['witness'],
      events: events!,
      certificate: material.pem(material.root),
      ocspResponse: Uint8Array.of(1),
      stamp: 'AA==',
      certificates: [material.pem(material.root)],
      signers: [{ pem: material.pem(material.signer('Ana')), revoked: false }],
      responses: [Uint8Array.of(2)],
      declaredExchanges: [
        { network: 1, method: 'm', params: [], at: '2026-11-20T15:00:00Z', rpc: 'a.example', result: null },
      ],
    };
    expect(exportableEvidence(every)).toEqual(every);
  });
});

describe('file names', () => {
  it('are safe whatever the title, and the same for the same title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        const name = evidenceFileName('case', title, material.documentHash);
        expect(name).toMatch(/^testigo(?:-[a-z0-9]+)*\.testigo\.json$/);
        expect(name.length).toBeLessThan(120);
        expect(evidenceFileName('case', title, material.documentHash)).toBe(name);
      }),
    );
    expect(evidenceFileName('page', 'Pagaré Nº 7 — Acciones')).toBe(
      'testigo-pagare-no-7-acciones.testigo.html',
    );
    expect(evidenceFileName('case', 'CON', '')).toBe('testigo-con.testigo.json');
  });

  it('lie together without one taking the place of another', () => {
    const distinct = distinctNames();
    expect(['a.testigo.json', 'a.testigo.json', 'a.testigo.json', 'b.csv', 'b.csv'].map(distinct)).toEqual([
      'a.testigo.json',
      'a-2.testigo.json',
      'a-3.testigo.json',
      'b.csv',
      'b-2.csv',
    ]);
  });
});
