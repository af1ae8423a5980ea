import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { CertID, OCSPRequest, Request, TBSRequest } from '@peculiar/asn1-ocsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  EndorseEventPage,
  Issuer,
  SignatureRequest,
  SignatureRequestInvite,
  Witness,
} from '#contract/resources/resources.ts';
import type {
  SandboxAnchors,
  SandboxExpectation,
  SandboxSession,
  SandboxStory,
} from '#contract/sandbox/sandbox.ts';
import { firstQuestions, followUpQuestions } from '#proofs/chain/chain-queries.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { WitnessFacts } from '#proofs/evidence/facts.ts';
import type { Json } from '#proofs/encoding/json.ts';
import { identityOf, readCertificateInput } from '#proofs/pki/certificate/certificate.ts';
import type { Certificate } from '#proofs/pki/certificate/certificate.ts';
import { sameName } from '#proofs/pki/certificate/names.ts';
import { checkOcsp } from '#proofs/pki/ocsp/ocsp.ts';
import { readTimeStampInput } from '#proofs/pki/timestamp/time-stamp.ts';
import { standard } from '#proofs/policy/policy.ts';
import { readEventFacts, readInviteFacts, readWitnessFacts } from '#proofs/evidence/read-facts.ts';
import type { Report } from '#proofs/verdict/report.ts';
import type { RpcExchange, RpcQuestion } from '#proofs/chain/rpc.ts';
import { createApp } from '../app.ts';
import type { App } from '../app.ts';
import { createLog } from '../http/monitoring/log.ts';
import { thisMachine } from '../http/testing/stub-app.ts';
import { readSettings } from '../settings.ts';
import { startCore } from '../start.ts';
import type { RunningCore } from '../start.ts';

// The stories as a client gets them: read through the interface, checked by the layer that knows nothing of how they
// were made. What each expects is compared with what falls.

let folder: string;
let running: RunningCore;
let app: App;
/** API key of the organization whose data is read. */
let key: string | undefined;
let session: SandboxSession;
let anchors: SandboxAnchors;
let stories: readonly SandboxStory[];

const now = Date.now();
const origin = 'http://127.0.0.1:4310';

const ask = async (path: string): Promise<Response> =>
  app.request(origin + path, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } });

async function get<T>(path: string): Promise<T> {
  const answer = await ask(path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function open(): Promise<void> {
  const settings = readSettings({ TESTIGO_DATA: folder, TESTIGO_RATE: '0' });
  const log = createLog('silent');
  running = await startCore(settings, log);
  const { core } = running;
  app = createApp(settings, { core: () => core, log, port: () => 4310, assumedPeer: thisMachine });
  session = await get('/sandbox/session');
  key = session.organizations.find(({ name }) => name === 'Casos de prueba')?.apiKey ?? '';
  anchors = await get('/sandbox/anchors');
  stories = await get('/sandbox/stories');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'testigo-stories-'));
  await open();
}, 180_000);

afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Token bytes over a hash as the interface gives them; undefined where it has none. */
async function tokenOver(hash: string | undefined): Promise<string | undefined> {
  if (hash === undefined) return undefined;
  const answer = await ask(`/rest/v1/nom151-token?hash=${hash}`);
  if (answer.status === 404) return undefined;
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer()).toString('hex');
}

/** The witness with the tokens that the resource does not carry. */
async function whole(facts: WitnessFacts): Promise<WitnessFacts> {
  const [own, ofRoot] = [
    facts.nom151 && (await tokenOver(facts.hash)),
    await tokenOver(facts.merkleized?.merkleRoot),
  ];
  return {
    ...facts,
    ...(facts.nom151 && own !== undefined ? { nom151: { ...facts.nom151, token: own } } : {}),
    ...(facts.merkleized && ofRoot !== undefined
      ? { merkleized: { ...facts.merkleized, token: ofRoot } }
      : {}),
  };
}

/** Every page of a token's events, as far as the service gives them. */
async function eventsOf(token: bigint | number | string): Promise<Evidence['events']> {
  const items: unknown[] = [];
  const where = encodeURIComponent(JSON.stringify({ digest: token.toString() }));
  for (let after = ''; ;) {
    const path = `/rest/v1/endorse-events?where=${where}&orderBy=timestamp&limit=3${after}`;
    const page = await get<EndorseEventPage>(path);
    items.push(...(page.items ?? []));
    const { hasNextPage, endCursor } = page.pageInfo ?? {};
    if (!hasNextPage || !endCursor)
      return readEventFacts({ items: items as Json[], complete: hasNextPage === false });
    after = `&after=${encodeURIComponent(endCursor)}`;
  }
}

async function evidenceOf(about: { request: string; witness: string }): Promise<Evidence> {
  const request = await get<SignatureRequest>(`/rest/v1/signature-request/${about.request}`);
  expect(request.witness?.id).toBe(about.witness);
  const content = request.content?.pdf ?? request.content?.raw ?? request.content?.json ?? '';
  const bytes = await ask(`/rest/v1/content/${encodeURIComponent(content)}`);
  expect(bytes.status).toBe(200);
  const list = async <T>(path: string): Promise<T[]> =>
    (await get<{ results: T[] }>(`/rest/v1${path}`)).results;
  const [witness] = await list<Witness>(`/witnesses?_id=${about.witness}`);
  const invites = await list<SignatureRequestInvite>(
    `/signature-request-invites?signatureRequest=${about.request}`,
  );
  const issuers = await list<Issuer>('/issuers');
  const token = witness?.endorsable?.id;
  const events = token == null ? undefined : await eventsOf(token);
  return {
    ...(events && { events }),
    documentDigest: sha256(new Uint8Array(await bytes.arrayBuffer())),
    witness: await whole(readWitnessFacts(witness as Json)),
    invites: await Promise.all(
      invites.map(async (invite) => {
        const facts = readInviteFacts(invite as Json);
        return facts.witness ? { ...facts, witness: await whole(facts.witness) } : facts;
      }),
    ),
    certificates: issuers.flatMap(({ certificatePem }) => certificatePem ?? []),
  };
}

/** What the sandbox's own node says of everything in the evidence that hangs on a chain. */
async function askNode(evidence: Evidence): Promise<RpcExchange[]> {
  const answers = async (questions: readonly RpcQuestion[]): Promise<RpcExchange[]> =>
    Promise.all(
      questions.map(async ({ network, method, params }) => {
        const answer = await app.request(`${origin}/sandbox/rpc`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        });
        const { result } = (await answer.json()) as { result?: Json };
        const requested = { network, method, params, rpc: '127.0.0.1:4310', at: new Date(now).toISOString() };
        return { ...requested, ...(result === undefined ? { error: 'no answer' } : { result }) };
      }),
    );
  const { range, endorsers } = anchors;
  const first = await answers(firstQuestions(evidence, { endorsers, ...(range && { range }) }));
  return [...first, ...(await answers(followUpQuestions(first)))];
}

const verify = (evidence: Evidence, at: number, exchanges: readonly RpcExchange[] = []): Report =>
  checkEvidence(evidence, {
    policy: standard,
    now: at,
    anchors: anchors.anchors.map(({ title, use, pem }) => ({
      title,
      use,
      certificate: readCertificateInput(pem),
    })),
    trustVersion: anchors.version,
    recipe: anchors.recipe,
    endorsers: anchors.endorsers,
    ...(exchanges.length > 0 && anchors.range && { range: anchors.range }),
    exchanges,
    build: 'test',
  });

/** Everything in a report that is neither passed nor absent. */
const fallen = (report: Report): string[] =>
  report.sections
    .flatMap(({ key: section, checks }) =>
      checks.flatMap(({ id, status, reason }) =>
        status === 'PASSED' || status === 'NOT_APPLICABLE'
          ? []
          : [`${section} ${id} ${status} ${reason?.code ?? ''}`],
      ),
    )
    .toSorted();

const linesOf = (expected: readonly SandboxExpectation[]): string[] =>
  expected.map(({ section, check, status, reason }) => `${section} ${check} ${status} ${reason}`).toSorted();

/** RFC 6960 §4.1.1, written with the writer of another library than the service reads it with. */
function ocspRequest(
  certificate: Certificate,
  issuer: Certificate,
  algorithm: 'sha1' | 'sha256',
): Uint8Array {
  const hash = (bytes: Uint8Array): OctetString =>
    new OctetString(createHash(algorithm).update(bytes).digest());
  const id = algorithm === 'sha1' ? '1.3.14.3.2.26' : '2.16.840.1.101.3.4.2.1';
  const reqCert = new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: id, parameters: null }),
    issuerNameHash: hash(certificate.issuer.der),
    issuerKeyHash: hash(issuer.publicKey.keyBytes),
    serialNumber: Uint8Array.from(certificate.serialNumber).buffer,
  });
  const tbsRequest = new TBSRequest({ requestList: [new Request({ reqCert })] });
  return new Uint8Array(AsnConvert.serialize(new OCSPRequest({ tbsRequest })));
}

const story = (name: string): SandboxStory => {
  const found = stories.find((one) => one.name === name);
  if (!found) throw new Error(`There is no story ${name}`);
  return found;
};

describe('the stories of the sandbox', () => {
  test('ST-14 are reported of every defect, by name and by resources that exist', async () => {
    expect(stories.map(({ name }) => name)).toEqual([
      'clean-contract',
      'wrong-sibling',
      'mismatched-signature',
      'revoked-before-signing',
      'revoked-after-signing',
      'stale-ocsp',
      'constancia-over-another-hash',
      'contradicting-fields',
      'pending-strategy',
      'one-of-two-proofs-fails',
      'whole-chain',
      'gap-in-chain',
      'head-not-owner',
      'first-holder-not-initial-owner',
      'mixed-networks',
      'page-that-never-comes',
      'claim-of-another-key',
      'stamp-by-revoked-signer',
    ]);
    for (const { title, request, organization } of stories) {
      const found = await get<SignatureRequest>(`/rest/v1/signature-request/${request}`);
      expect(found).toMatchObject({ name: title, finalized: true, organization: { id: organization } });
    }
  });

  test('ST-14 ST-12 belong to the organization that is listed after the first two', async () => {
    const { organizations } = await get<SandboxSession>('/sandbox/session');
    expect(organizations.map(({ name }) => name)).toEqual([
      'Grupo Ceibal',
      'Cooperativa Nube de Sal',
      'Casos de prueba',
    ]);
    for (const { organization } of stories) expect(organization).toBe(organizations[2]?.id);
    expect(organizations.map(({ testCases }) => testCases)).toEqual([undefined, undefined, true]);
  });

  test.each([
    ['clean-contract', 'TOTAL_PASSED'],
    ['wrong-sibling', 'TOTAL_FAILED'],
    ['mismatched-signature', 'TOTAL_FAILED'],
    ['revoked-before-signing', 'TOTAL_FAILED'],
    ['revoked-after-signing', 'TOTAL_PASSED'],
    ['stale-ocsp', 'INDETERMINATE'],
    ['constancia-over-another-hash', 'TOTAL_FAILED'],
    ['contradicting-fields', 'INDETERMINATE'],
    ['pending-strategy', 'INDETERMINATE'],
    ['one-of-two-proofs-fails', 'TOTAL_PASSED'],
    ['whole-chain', 'TOTAL_PASSED'],
    // What the service's word alone says of a token takes nothing from the document.
    ['gap-in-chain', 'TOTAL_PASSED'],
    ['head-not-owner', 'TOTAL_PASSED'],
    ['first-holder-not-initial-owner', 'TOTAL_PASSED'],
    ['mixed-networks', 'TOTAL_PASSED'],
    ['page-that-never-comes', 'TOTAL_PASSED'],
    ['claim-of-another-key', 'TOTAL_FAILED'],
    ['stamp-by-revoked-signer', 'TOTAL_FAILED'],
  ])(
    'ST-14 %s: the checks that it expects fall, and only they, today and in a year',
    async (name, verdict) => {
      const reported = story(name);
      const evidence = await evidenceOf(reported);
      for (const at of [now, now + 365 * 86_400_000]) {
        const report = verify(evidence, at);
        expect(fallen(report)).toEqual(linesOf([...reported.baseline, ...reported.expected]));
        expect(report.verdict.conclusion).toBe(verdict);
      }
    },
  );

  test('ST-14 ST-18 the node of the sandbox tells what happened: only what is wrong there falls, and only what was not reported stays open', async () => {
    for (const reported of stories) {
      const evidence = await evidenceOf(reported);
      const report = verify(evidence, now, await askNode(evidence));
      const expected = reported.onChain ?? reported.expected;
      expect(fallen(report), reported.name).toEqual(linesOf(expected));
      if (expected.some(({ check, status }) => check.startsWith('token.') && status === 'FAILED'))
        expect(report.verdict.conclusion, reported.name).toBe('TOTAL_FAILED');
    }
  });

  test('ST-14 ST-16 an authorization of another key claims nothing', async () => {
    const { witness } = story('claim-of-another-key');
    const answer = await app.request(`${origin}/sandbox/witnesses/${witness}/claim`, { method: 'POST' });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('NotAuthorized');
  });

  test('ST-14 nothing repairs them: neither the conservation job, nor a restart, nor what costs quota', async () => {
    const before = new Map<string, string>();
    for (const one of stories) before.set(one.name, fallen(verify(await evidenceOf(one), now)).join());
    const pending = story('pending-strategy').witness;
    for (const operation of ['nom151-certification', 'schedule-grouped-nom151-certification']) {
      const answer = await app.request(`${origin}/rest/v1/${operation}?witnessId=${pending}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ witnessId: pending }),
      });
      expect(answer.status).toBe(422);
    }
    const reported = stories;
    await running.close();
    await open();
    expect(stories).toEqual(reported);
    for (const one of stories)
      expect(fallen(verify(await evidenceOf(one), now)).join()).toBe(before.get(one.name));
  });

  test('ST-15 the responder says good, revoked and unknown, by a certificate that the issuer delegated', async () => {
    const invitesOf = async (name: string): Promise<SignatureRequestInvite[]> => {
      const path = `/rest/v1/signature-request-invites?signatureRequest=${story(name).request}`;
      return (await get<{ results: SignatureRequestInvite[] }>(path)).results;
    };
    const certificateOf = async (name: string): Promise<Certificate> =>
      readCertificateInput((await invitesOf(name))[0]?.certificate?.certificatePem ?? '');
    const { results: issuers } = await get<{ results: Issuer[] }>('/rest/v1/issuers');
    const [good, revoked] = [
      await certificateOf('clean-contract'),
      await certificateOf('revoked-after-signing'),
    ];
    const issuer = issuers
      .map(({ certificatePem }) => readCertificateInput(certificatePem ?? ''))
      .find((one) => sameName(one.subject, good.issuer))!;
    const root = readCertificateInput(anchors.anchors[0]?.pem ?? '');
    const at = Date.now();
    const moment = { at, proven: true, now: at };
    const respond = async (request: Uint8Array): Promise<Uint8Array> => {
      const answer = await app.request(`${origin}/sandbox/ocsp`, {
        method: 'POST',
        body: Buffer.from(request),
      });
      expect(answer.headers.get('content-type')).toBe('application/ocsp-response');
      return new Uint8Array(await answer.arrayBuffer());
    };
    const said = async (certificate: Certificate, by: Certificate, algorithm: 'sha1' | 'sha256') => {
      const response = await respond(ocspRequest(certificate, by, algorithm));
      const { checks, facts } = checkOcsp({ response, certificate, issuer: by, moment, policy: standard });
      const signed = checks.filter(({ id }) => id === 'ocsp.cert' || id === 'ocsp.signature');
      return [facts?.status, ...signed.map(({ status }) => status)];
    };
    for (const algorithm of ['sha1', 'sha256'] as const) {
      expect(await said(good, issuer, algorithm)).toEqual(['good', 'PASSED', 'PASSED']);
      expect(await said(revoked, issuer, algorithm)).toEqual(['revoked', 'PASSED', 'PASSED']);
      // Issued by the root, whose certificates this responder does not answer for.
      expect((await said(issuer, root, algorithm))[0]).toBe('unknown');
    }
    const never = { ...good, serialNumber: Uint8Array.of(1, 2, 3) };
    expect((await said(never, issuer, 'sha256'))[0]).toBe('unknown');
    for (const bytes of [
      Buffer.from(''),
      Buffer.from('not DER'),
      ocspRequest(good, issuer, 'sha1').subarray(0, 40),
    ])
      expect(Buffer.from(await respond(bytes)).toString('hex')).toBe('30030a0101');
  });

  test('ST-14 what stays open in a story for want of a chain is open in the clean one', () => {
    const cleanOnes = ['clean-contract', 'whole-chain'].map(story);
    for (const { baseline, expected } of stories) {
      const ofTokens = baseline.some(({ section }) => section === 'claim');
      const clean = linesOf(cleanOnes[ofTokens ? 1 : 0]?.baseline ?? []);
      for (const open of linesOf(baseline)) expect(clean).toContain(open);
      for (const one of linesOf(expected)) expect(clean).not.toContain(one);
    }
  });
});

describe('the organization that the demo begins with', () => {
  interface Listed {
    readonly results: readonly SignatureRequest[];
  }
  const firstPage = async (path: string): Promise<Listed['results']> =>
    (await get<Listed>(`/rest/v1${path}?pagination=${encodeURIComponent('{"page":1,"size":10}')}`)).results;

  /** A document among the newest, with everything of it. */
  async function newest(name: string): Promise<Evidence> {
    key = session.organizations[0]?.apiKey ?? '';
    const request = (await firstPage('/signature-requests')).find((one) => one.name === name);
    expect(request?.finalized, name).toBe(true);
    const witness = request?.witness?.id ?? '';
    expect((await firstPage('/witnesses')).map(({ id }) => id)).toContain(witness);
    return evidenceOf({ request: request?.id ?? '', witness });
  }

  test('has among its newest a document that three strategies prove, without a warning', async () => {
    const evidence = await newest('Acta de asamblea ordinaria, noviembre');
    for (const exchanges of [[], await askNode(evidence)]) {
      const { verdict, sections } = verify(evidence, now, exchanges);
      expect(verdict).toMatchObject({ conclusion: 'TOTAL_PASSED', warnings: 0 });
      const warned = sections
        .flatMap(({ checks }) => checks)
        .filter(({ warnings = [] }) => warnings.length > 0);
      expect(warned).toEqual([]);
    }
    const report = verify(evidence, now, await askNode(evidence));
    expect(fallen(report)).toEqual([]);
    const { blocks } = report.sections.find((one) => one.key === 'witness') ?? {};
    expect(blocks?.map((block) => `${block.name} ${block.verdict.conclusion}`)).toEqual([
      'nom151 TOTAL_PASSED',
      'merkleized TOTAL_PASSED',
      'external TOTAL_PASSED',
    ]);
  });

  test('and one that does not hold, as one of its three signers signed another text', async () => {
    const evidence = await newest('Orden de cambio 07, Bodega 14');
    const report = verify(evidence, now, await askNode(evidence));
    expect(report.verdict.conclusion).toBe('TOTAL_FAILED');
    // Who was invited last comes first.
    expect(fallen(report)).toEqual([
      'invites[0] signature.document INDETERMINATE SIGNED_DATA_NOT_FOUND',
      'invites[0] signature.rsa FAILED SIG_CRYPTO_FAILURE',
    ]);
  });

  test('ST-24 every other document of the demo passes, by proofs as deep as among many tenants', async () => {
    for (const { apiKey } of session.organizations.slice(0, 2)) {
      key = apiKey;
      const path = `/rest/v1/signature-requests?pagination=${encodeURIComponent('{"page":1,"size":100}')}`;
      const { results } = await get<Listed>(path);
      const documents = results.filter((one) => one.witness);
      expect(documents.length).toBeGreaterThan(4);
      for (const { id, name, witness } of documents) {
        const evidence = await evidenceOf({ request: id ?? '', witness: witness?.id ?? '' });
        for (const { merkleized, external } of [
          evidence.witness,
          ...(evidence.invites ?? []).map((one) => one.witness),
        ].filter((one) => one !== undefined)) {
          if (merkleized) expect([5, 6, 7, 8]).toContain(merkleized.merkleProof?.length);
          if (external) expect(external.leftHashes?.length).toBeGreaterThanOrEqual(13);
        }
        if (name === 'Orden de cambio 07, Bodega 14') continue;
        const report = verify(evidence, now, await askNode(evidence));
        // A certificate that was revoked since contradicts what was answered of it when its holder signed.
        const open = fallen(report).filter((one) => !one.startsWith('case case.contradictions'));
        expect([open, report.verdict.conclusion], name ?? '').toEqual([[], 'TOTAL_PASSED']);
      }
    }
  });
});

describe('the certificates of the sandbox', () => {
  test('ST-13 each is for its own purpose, under an anchor of that use, and carries the numbers that are reported', async () => {
    const stampingRoot = anchors.anchors.find(({ use }) => use === 'stamping');
    const stampingAnchor = readCertificateInput(stampingRoot?.pem ?? '');
    const stamped = story('stamp-by-revoked-signer').request;
    let tokens = 0;
    const persons = new Set<string>();
    for (const { apiKey } of session.organizations) {
      key = apiKey;
      const path = `/rest/v1/signature-requests?pagination=${encodeURIComponent('{"page":1,"size":100}')}`;
      const { results } = await get<{ results: readonly SignatureRequest[] }>(path);
      for (const { id, witness } of results.filter((one) => one.witness)) {
        const evidence = await evidenceOf({ request: id ?? '', witness: witness?.id ?? '' });
        const invites = evidence.invites ?? [];
        const witnesses = [evidence.witness, ...invites.map((one) => one.witness)];
        for (const { nom151, merkleized } of witnesses.filter((one) => one !== undefined)) {
          // The one that a signer made is of no authority.
          for (const bytes of [id === stamped ? undefined : nom151?.token, merkleized?.token]) {
            if (bytes === undefined) continue;
            const [signer] = readTimeStampInput(bytes).token?.signedData.certificates ?? [];
            const usage = { purposes: ['1.3.6.1.5.5.7.3.8'], critical: true };
            expect(signer?.extensions.extendedKeyUsage).toEqual(usage);
            expect(signer && sameName(signer.issuer, stampingAnchor.subject)).toBe(true);
            tokens += 1;
          }
        }
        for (const { certificate: reported, subject } of invites) {
          if (reported?.pem === undefined) continue;
          const certificate = readCertificateInput(reported.pem);
          // For mail and as a client: what a person signs with.
          const purposes = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.2'];
          expect(certificate.extensions.extendedKeyUsage?.purposes).toEqual(purposes);
          const { rfc, curp, representativeCurp } = identityOf(certificate);
          expect([rfc, representativeCurp ?? curp]).toEqual([subject?.rfc, subject?.serialNumber]);
          persons.add(subject?.rfc ?? '');
        }
      }
    }
    expect(tokens).toBeGreaterThan(60);
    expect(persons.size).toBeGreaterThan(8);
  });
});

describe('what is made today', () => {
  const post = async (path: string, body: object): Promise<Response> =>
    app.request(origin + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
    for (const end = Date.now() + 15_000; Date.now() < end;) {
      const found = await read();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('it did not come within fifteen seconds');
  }

  test('WN-7 IV-7 IV-8 NO-4 a document that is signed now is checked like the clean story', async () => {
    const [ceibal] = session.organizations;
    key = ceibal?.apiKey ?? '';
    const search = encodeURIComponent(JSON.stringify({ name: 'Pagaré 0421' }));
    const found = await get<{ results: SignatureRequest[] }>(`/rest/v1/signature-requests?search=${search}`);
    const request = found.results[0]!;
    for (const { id, status } of request.invites ?? []) {
      if (status !== 'PENDING') continue;
      expect((await post(`/sandbox/invites/${id}/sign`, {})).status).toBe(200);
    }
    const witness = await until(async () => {
      const { witness } = await get<SignatureRequest>(`/rest/v1/signature-request/${request.id}`);
      return witness?.merkleized ? witness : undefined;
    });
    const certified = await post(`/rest/v1/nom151-certification?witnessId=${witness.id}`, {
      witnessId: witness.id,
    });
    expect(certified.status).toBe(200);
    const report = verify(await evidenceOf({ request: request.id!, witness: witness.id! }), Date.now());
    expect(report.verdict.conclusion).toBe('TOTAL_PASSED');
    expect(fallen(report)).toEqual(
      ['invites[0].witness', 'invites[1].witness', 'witness'].map(
        (section) => `${section} merkleized.anchor INDETERMINATE X_ANCHOR_NOT_CHECKED`,
      ),
    );
    const blocks = report.sections.find(({ key: section }) => section === 'witness')?.blocks;
    expect(blocks?.map(({ name, verdict }) => `${name} ${verdict.conclusion}`)).toEqual([
      'nom151 TOTAL_PASSED',
      'merkleized TOTAL_PASSED',
    ]);
  });
});
