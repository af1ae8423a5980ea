import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clientOf, json } from '#client/testing/answers.ts';
import type { Witness } from '#contract/resources/resources.ts';
import { buildCase } from '#proofs/case-file/build-case.ts';
import { verifyCase } from '#proofs/case-file/verify-case.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import * as material from '#proofs/testing/case-material.ts';
import { exportableEvidence } from '../../evidence-files/export/exportable.ts';
import { caseService, ids, inviteResource } from '../../testing/case-service.ts';
import { collectWitness } from './collect-evidence.ts';

const [ana] = material.evidence.invites!;
const signatureHash = ana!.witness!.hash;
const ofSignature: Witness = {
  id: ids.witness,
  hash: signatureHash,
  createdAt: material.provenAt,
  nom151: { createdAt: material.provenAt },
  signatureRequest: { id: ids.request },
};
const ofDocument: Witness = {
  id: 'a'.repeat(24),
  hash: material.documentHash,
  signatureRequest: { id: ids.request },
};

/** A service whose request is still open: signed in part, its document not witnessed yet. */
function openRequest(change: { invites?: readonly object[]; witness?: object | null } = {}) {
  const invites = change.invites ?? [inviteResource(ids.invites[0], ana!)];
  return caseService({}, (_seen, path) =>
    path === `/signature-request/${ids.request}`
      ? json({
          id: ids.request,
          name: 'Contrato',
          draft: false,
          finalized: false,
          content: { raw: 'documents/contract.txt' },
          invites,
          ...(change.witness !== undefined && { witness: change.witness }),
        })
      : undefined,
  );
}

async function collected(service: ReturnType<typeof caseService>, witness: Witness) {
  const client = clientOf(service.fetch);
  const cache = new QueryClient();
  return collectWitness({ client, capabilities: { absent: [], present: [], foundAt: '' }, cache }, witness);
}

describe('a witness of a signature, while the request has no witness of its document yet', () => {
  const { witness: _witness, ...unlinked } = ana!;

  it.each<[string, object, Witness]>([
    [
      'by the id that the invite names, however the hashes compare',
      { ...inviteResource(ids.invites[0], unlinked), witness: { id: ids.witness } },
      { ...ofSignature, hash: 'AB'.repeat(32) },
    ],
    ['by its hash, where the invite names no witness', inviteResource(ids.invites[0], unlinked), ofSignature],
    [
      'by its hash in capitals, where the invite names another witness',
      inviteResource(ids.invites[0], ana!),
      { ...ofSignature, hash: signatureHash.toUpperCase() },
    ],
  ])('is known %s, and brings the signature and no document', async (_name, invite, witness) => {
    const service = openRequest({ invites: [invite], witness: null });
    const { evidence, document, request, invites, gaps } = await collected(service, witness);
    expect(gaps).toEqual([]);
    expect(evidence.signature).toEqual({ signature: ana!.signature });
    expect(evidence.witness?.hash).toBe(witness.hash);
    expect([document, request, invites, evidence.invites]).toEqual([undefined, undefined, [], undefined]);
    expect(service.seen.map(({ url }) => url.pathname).join()).not.toMatch(/content/);
  });

  it('is checked as one: it holds for the signature and is never compared with the document', async () => {
    const { evidence } = await collected(openRequest(), ofSignature);
    const { sections, verdict } = checkEvidence(evidence, material.context);
    expect(verdict.conclusion).toBe('TOTAL_PASSED');
    expect(sections.map(({ key }) => key)).toContain('signature');
    const checks = sections.flatMap((section) => section.checks);
    expect(checks.find(({ id }) => id === 'signature.witness')?.status).toBe('PASSED');
    expect(checks.filter(({ id }) => id === 'file.hash').map(({ status }) => status)).not.toContain('FAILED');
  });

  it('is not what the witness of the document is: that one brings the document and every signature', async () => {
    for (const witness of [undefined, null, { id: ofDocument.id }]) {
      const service = openRequest(witness === undefined ? {} : { witness });
      const { evidence, document, request, invites } = await collected(service, ofDocument);
      expect(evidence).not.toHaveProperty('signature');
      expect(evidence.invites).toHaveLength(1);
      expect(invites.map(({ id }) => id)).toEqual([ids.invites[0]]);
      expect(request?.id).toBe(ids.request);
      expect(await document?.text()).toBe(new TextDecoder().decode(material.document));
    }
  });

  it('is one also where the service shows neither signature nor invite, if the document has another witness', async () => {
    const service = openRequest({ invites: [], witness: { id: ofDocument.id } });
    const { evidence, document } = await collected(service, ofSignature);
    expect([evidence.signature, document]).toEqual([{}, undefined]);
  });
});

describe('what an invite names by its id and what then fails to load', () => {
  it('leaves its checks undetermined, as if it said anything, and not out', async () => {
    const reported = inviteResource(ids.invites[0], ana!);
    const stubs = {
      ...reported,
      subject: { id: reported.subject.id },
      witness: { id: reported.witness?.id },
    };
    const statusesOf = async (answer: Response) => {
      const service = caseService({}, (_seen, path) => {
        if (path === `/signature-request/${ids.request}`)
          return json({
            id: ids.request,
            draft: false,
            finalized: true,
            invites: [stubs],
            witness: { id: ofDocument.id },
          });
        return path === '/subjects' || path === '/witnesses' ? answer.clone() : undefined;
      });
      const { evidence, gaps } = await collected(service, ofDocument);
      // Each says of whom it is, and none that the signature did not come.
      expect(gaps.map(({ what, at }) => [what, at])).toEqual([
        ['witness', 0],
        ['subject', 0],
      ]);
      const checks = checkEvidence(evidence, material.context).sections.flatMap((one) => one.checks);
      return ['certificate.identity', 'signature.witness'].map((id) => {
        const { status: came, reason } = checks.find((one) => one.id === id) ?? {};
        return [came, reason?.code];
      });
    };
    const absent = [500, 404].map((status) => json({ errors: [{ message: 'Down' }] }, status));
    for (const answer of [...absent, json({ results: [], info: {} })])
      expect(await statusesOf(answer)).toEqual(Array(2).fill(['INDETERMINATE', 'X_EVIDENCE_ABSENT']));
  });
});

describe('a piece that the witness names and that could not be had', () => {
  const signed = inviteResource(ids.invites[0], ana!);
  const whole = {
    id: ids.request,
    draft: false,
    finalized: true,
    witness: { id: ofDocument.id },
    invites: [signed],
  };
  const down = (): Response => json({ errors: [{ message: 'Down' }] }, 500);
  const stamped: Witness = { ...ofDocument, nom151: { createdAt: material.provenAt } };

  async function reportOf(request: Response | object, witness: object = stamped, others?: () => Response) {
    const service = caseService({}, (_seen, path) => {
      if (path === `/signature-request/${ids.request}`)
        return request instanceof Response ? request.clone() : json(request);
      return path === '/signature-request-invites' ? others?.() : undefined;
    });
    const bent = caseService({}, (_seen, path) =>
      path === '/witnesses' ? json({ results: [{ id: ids.witness, ...witness }] }) : undefined,
    );
    const { results } = await clientOf(bent.fetch).call('listWitnesses', {});
    const { id, ...given } = results?.[0] ?? {};
    const collection = await collected(service, { ...given, ...('id' in witness && id && { id }) });
    // A file that is exported of it says the same.
    const { text } = buildCase({
      title: 'Caso',
      evidence: exportableEvidence(collection.evidence),
      context: material.context,
    });
    const report = checkEvidence(collection.evidence, material.context);
    expect(verifyCase(text, material.context).report.verdict).toEqual(report.verdict);
    return { ...collection, report };
  }
  const open = { conclusion: 'INDETERMINATE', subIndication: 'X_EVIDENCE_ABSENT' };

  it('is no ground to pass: everything that came holds', async () => {
    const { report, gaps } = await reportOf(whole);
    expect([report.verdict.conclusion, gaps]).toEqual(['TOTAL_PASSED', []]);
  });

  it.each<[string, Response | object, object?]>([
    ['the request', down()],
    ['the list of its signatures, in a form that cannot be read', { ...whole, invites: 7 }],
    ['the request, named in a form that cannot be read', whole, { ...stamped, signatureRequest: 7 }],
    ['the id of the request', whole, { ...stamped, signatureRequest: { id: 7 } }],
    ['the witness, a part of which cannot be read', whole, { ...stamped, timestampedAt: 5 }],
    [
      'the witness, of which only its id came',
      whole,
      { id: ofDocument.id, signatureRequest: { id: ids.request } },
    ],
    ['the witness of the request', whole, { signatureRequest: { id: ids.request } }],
  ])('%s, leaves the verdict open', async (_name, request, witness) => {
    const { report } = await reportOf(request, witness);
    expect(report.verdict).toMatchObject(open);
  });

  it('a signature that cannot be read stays in its place and leaves the verdict open', async () => {
    const bent = { ...signed, signature: '00'.repeat(256), createdAt: 7 };
    const { report, invites, evidence } = await reportOf({ ...whole, invites: [bent, signed] });
    expect(report.verdict).toMatchObject(open);
    expect(invites).toHaveLength(2);
    expect(evidence.invites?.[0]).toEqual({ id: signed.id });
    expect(report.sections.filter(({ key, counts }) => counts && key.startsWith('invites'))).toHaveLength(2);
  });

  it.each<[string, () => Response]>([
    ['fails', down],
    ['answers without it', () => json({ results: [], info: {} })],
  ])(
    'a signature known by its id whose list %s is a gap and leaves the verdict open',
    async (_name, list) => {
      const { report, gaps } = await reportOf({ ...whole, invites: [{ id: signed.id }] }, stamped, list);
      expect(report.verdict).toMatchObject(open);
      expect(gaps.map(({ what, id }) => [what, id])).toEqual([['invite', signed.id]]);
    },
  );

  it('a witness of a signature does not pass without the signer, who may have dated it', async () => {
    const nameless = { ...signed, certificate: { id: signed.certificate.id } };
    for (const invite of [{ ...signed, createdAt: 7 }, { id: signed.id }, nameless]) {
      const { report } = await reportOf({ ...whole, invites: [invite] }, ofSignature, down);
      expect(report.verdict).toMatchObject(open);
    }
  });

  it('a request that the service does not have, or a witness without one, is no gap in the verdict', async () => {
    const gone = json({ errors: [{ message: 'Not found', extensions: { code: 'NOT_FOUND' } }] }, 404);
    expect((await reportOf(gone)).report.verdict.conclusion).toBe('TOTAL_PASSED');
    const { signatureRequest: _, ...alone } = stamped;
    expect((await reportOf(whole, alone)).report.verdict.conclusion).toBe('TOTAL_PASSED');
  });
});

describe('a service that answers slowly and nests only ids', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const latency = 100;
  const { invites: signed = [] } = material.evidence;
  const invites = signed.map((one, at) => inviteResource(ids.invites[at] ?? '', one));
  const stub = ({ id }: { id: string }) => ({ id });
  const page = (results: readonly object[]) =>
    json({ results, info: { id: 'l', count: results.length, pages: 1, next: null, prev: null } });
  const lists: Record<string, readonly object[]> = {
    '/signature-request-invites': invites.map((invite) => ({
      ...invite,
      subject: stub(invite.subject),
      certificate: stub(invite.certificate),
      ...(invite.witness && { witness: stub(invite.witness) }),
    })),
    '/certificates': invites.map(({ certificate }) => ({
      ...certificate,
      issuer: stub(certificate.issuer),
    })),
    '/issuers': invites.map(({ certificate }) => certificate.issuer),
    '/subjects': [...invites.map(({ subject }) => subject), { id: ids.owner, commonName: 'Ana' }],
    '/witnesses': invites.flatMap(({ witness }) => witness ?? []),
  };

  /** Collects, and says in which rounds each request was sent: one round is one answer's time. */
  async function inRounds(reported: readonly object[] = invites.map(stub)) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const start = performance.now();
    const calls: { path: string; round: number }[] = [];
    const service = caseService({}, async (_seen, path) => {
      calls.push({ path, round: Math.floor((performance.now() - start) / latency) + 1 });
      await new Promise((resolve) => setTimeout(resolve, latency));
      if (path === `/signature-request/${ids.request}`)
        return json({
          id: ids.request,
          name: 'Contrato',
          draft: false,
          finalized: true,
          content: { raw: 'documents/contract.txt' },
          witness: { id: ofDocument.id },
          invites: reported,
        });
      const found = lists[path];
      return found && page(found);
    });
    const reading = collected(service, {
      ...ofDocument,
      initialOwner: { id: ids.owner },
      nom151: { createdAt: material.provenAt },
      endorsable: { id: BigInt(`0x${material.documentHash}`) },
    });
    await vi.advanceTimersByTimeAsync(5 * latency + 5 * 20);
    const roundsOf = (path: string) => [
      ...new Set(calls.filter((one) => one.path === path).map(({ round }) => round)),
    ];
    return { calls, roundsOf, ...(await reading) };
  }

  it('asks each question as soon as the answer that names it is there: four rounds, no more', async () => {
    const { calls, roundsOf, evidence, gaps, document } = await inRounds();
    // Request, invite, certificate, issuer: each is named by the one before alone.
    expect(Math.max(...calls.map(({ round }) => round))).toBe(4);
    expect(roundsOf(`/signature-request/${ids.request}`)).toEqual([1]);
    expect(roundsOf('/endorse-events')).toEqual([1]);
    expect(roundsOf('/nom151-token')[0]).toBe(1);
    // The request names its document and the witness of it: neither waits for an invite.
    expect(roundsOf('/content/documents/contract.txt')).toEqual([2]);
    expect(roundsOf('/signature-request-invites')).toEqual([2]);
    expect(roundsOf('/certificates')).toEqual([3]);
    expect(roundsOf('/witnesses')).toEqual([3]);
    expect(roundsOf('/issuers')).toEqual([4]);
    // Each list is read once, for all that is missing of it at that time.
    for (const path of Object.keys(lists)) expect(calls.map((one) => one.path)).toContain(path);
    expect(calls.filter(({ path }) => path === '/signature-request-invites')).toHaveLength(1);
    expect(gaps).toEqual([]);
    expect(document).toBeDefined();
    expect(evidence.invites?.map(({ certificate }) => certificate?.issuerPem !== undefined)).toEqual(
      invites.map(() => true),
    );
    expect(evidence.invites?.map((one) => one.witness?.hash)).toEqual(signed.map((one) => one.witness?.hash));
  });

  it('goes on with an invite that came whole while another is still awaited', async () => {
    const [whole] = lists['/signature-request-invites'] ?? [];
    const { roundsOf } = await inRounds([whole ?? {}, ...invites.slice(1).map(stub)]);
    expect(roundsOf('/certificates')).toEqual([2, 3]);
    expect(roundsOf('/issuers')).toEqual([3, 4]);
  });
});
