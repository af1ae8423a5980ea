import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as material from '#proofs/testing/case-material.ts';
import { createVerifier, type Verifier } from '#widgets/verification/worker/verifier.ts';
import type { FileResult } from '#widgets/verification/worker/tasks.ts';
import { provenTimeOf, stateOf, strategiesOf } from './item.ts';
import type { Given } from '../drop/read-drop.ts';
import * as files from '../testing/material.ts';
import { hashesAtOnce, Verification } from './verification.ts';

const later = (tell: () => void): void => void setTimeout(tell);
const open = (verifier: Verifier = createVerifier(), atOnce = 2): Verification =>
  new Verification({ verifier, atOnce, now: () => performance.now(), later });

async function ended(verification: Verification): Promise<void> {
  await vi.waitFor(() => expect(verification.snapshot().phase).toBe('done'), {
    timeout: 20_000,
    interval: 5,
  });
}

/** What came of each file, by name. */
function states(verification: Verification): Record<string, string> {
  return Object.fromEntries(verification.snapshot().items.map((item) => [item.name, stateOf(item)]));
}

async function verifyAll(given: readonly Given[], reader = files.friend): Promise<Verification> {
  const verification = open();
  verification.setContext(reader);
  verification.addFiles(given);
  await ended(verification);
  return verification;
}

const itemOf = (verification: Verification, { name }: Given) =>
  verification.snapshot().items.find((item) => item.name === name)!;

describe('What belongs together is checked together', () => {
  it('shows a document by the evidence about its hash, whichever came first', async () => {
    for (const given of [
      [files.document, files.witness],
      [files.witness, files.document],
    ]) {
      const verification = await verifyAll(given);
      const [document, witness] = [itemOf(verification, files.document), itemOf(verification, files.witness)];
      expect([stateOf(document), stateOf(witness)]).toEqual(['PASSED', 'PASSED']);
      expect(provenTimeOf(document)).toBe(material.provenAt);
      expect(document.outcome).toMatchObject({ of: 'report', by: witness.id });
      const checks = witness.outcome?.of === 'report' ? witness.outcome.report.sections : [];
      expect(checks.find(({ key }) => key === 'document')?.verdict.conclusion).toBe('TOTAL_PASSED');
    }
  });

  it('says of a document without evidence that nothing is about it, and never that it failed or passed', async () => {
    const verification = await verifyAll([files.otherDocument, files.witness]);
    expect(itemOf(verification, files.otherDocument).outcome).toEqual({
      of: 'nothing',
      service: 'not-looked-up',
    });
    expect(stateOf(itemOf(verification, files.otherDocument))).toBe('INDETERMINATE');
  });

  it('puts a time-stamp with the document that it covers, and into the witness that lacks it', async () => {
    const alone = await verifyAll([files.bareWitness]);
    expect(strategiesOf(itemOf(alone, files.bareWitness)).nom151).toBe('INDETERMINATE');
    const together = await verifyAll([files.bareWitness, files.stamp, files.document]);
    expect(strategiesOf(itemOf(together, files.bareWitness)).nom151).toBe('PASSED');
    expect(states(together)).toMatchObject({ [files.stamp.name]: 'PASSED', [files.document.name]: 'PASSED' });
  });

  it('finds a time-stamp over a pasted hash', async () => {
    const verification = open();
    verification.setContext(files.friend);
    verification.addHashes([files.documentHash]);
    verification.addFiles([files.stamp]);
    await ended(verification);
    expect(states(verification)).toEqual({ [files.documentHash]: 'PASSED', [files.stamp.name]: 'PASSED' });
  });

  it('checks an OCSP response with the certificate that it is about', async () => {
    const alone = await verifyAll([files.ocsp]);
    expect(itemOf(alone, files.ocsp).outcome).toMatchObject({
      report: { verdict: { subIndication: 'NO_SIGNING_CERTIFICATE_FOUND' } },
    });
    const together = await verifyAll([files.ocsp, files.signerCertificate, files.authorityCertificate]);
    const outcome = itemOf(together, files.ocsp).outcome;
    const checks = outcome?.of === 'report' ? outcome.report.sections.flatMap((one) => one.checks) : [];
    expect(checks.find(({ id }) => id === 'ocsp.cert')?.status).toBe('PASSED');
    expect(checks.find(({ id }) => id === 'ocsp.signature')?.status).toBe('PASSED');
  });

  it('takes no time-stamp by whoever signed in another file, nor by a signer that a response there revokes', async () => {
    for (const against of [files.signedByStamper, files.signedByStamperCase, files.stamperRevoked]) {
      for (const given of [
        [against, files.stampedWitness],
        [files.stampedWitness, against],
      ]) {
        const verification = await verifyAll(given);
        const { outcome } = itemOf(verification, files.stampedWitness);
        expect([against.name, outcome]).toMatchObject([against.name, { of: 'report' }]);
        expect([against.name, stateOf(itemOf(verification, files.stampedWitness))]).toEqual([
          against.name,
          'FAILED',
        ]);
      }
    }
    const alone = await verifyAll([files.stampedWitness]);
    expect(stateOf(itemOf(alone, files.stampedWitness))).toBe('PASSED');
  });

  it('takes a list of proofs apart: each entry is a row', async () => {
    const verification = await verifyAll([files.list, files.document]);
    expect(states(verification)).toEqual({
      'lista.json #1': 'PASSED',
      'lista.json #2': 'PASSED',
      'lista.json #3': 'PASSED',
      [files.document.name]: 'PASSED',
    });
  });
});

describe('What a case file brings along is declared', () => {
  it('does not pass a case by its own anchors until the reader pins them, which checks everything again', async () => {
    const verification = await verifyAll([files.caseFile], files.unpinned);
    const before = itemOf(verification, files.caseFile);
    expect(stateOf(before)).toBe('INDETERMINATE');
    const pinnable = before.outcome?.of === 'report' ? before.outcome.pinnable : [];
    expect(pinnable.map(({ sha256 }) => sha256)).toContain(material.root.certificate.fingerprint);
    verification.setContext({ ...files.unpinned, trust: { ...files.unpinned.trust, anchors: pinnable } });
    await expect.poll(() => stateOf(itemOf(verification, files.caseFile))).toMatch(/PASSED|WARNED/);
  });

  it('fails a case that says of itself what is not so', async () => {
    const verification = await verifyAll([files.alteredCase]);
    expect(stateOf(itemOf(verification, files.alteredCase))).toBe('FAILED');
    expect(itemOf(verification, files.alteredCase).outcome).toMatchObject({
      faults: [{ kind: 'file-digest' }],
    });
  });

  it('offers to pin what was dropped beside evidence, not what only the evidence names', async () => {
    const alone = await verifyAll([files.bareWitness, files.stamp], files.unpinned);
    expect(itemOf(alone, files.stamp).outcome).toMatchObject({ pinnable: [] });
    const beside = await verifyAll([files.stamp, files.rootCertificate], files.unpinned);
    const { outcome } = itemOf(beside, files.stamp);
    expect(outcome?.of === 'report' && outcome.pinnable.map(({ sha256 }) => sha256)).toEqual([
      material.root.certificate.fingerprint,
    ]);
  });
});

describe('A service is queried for hashes alone', () => {
  it('asks only for what no evidence at hand is about, at most a hundred at a time', async () => {
    const requested: string[][] = [];
    const verification = open();
    verification.askService(async (hashes) => {
      requested.push([...hashes]);
      return new Map();
    });
    verification.setContext(files.friend);
    const hashes = Array.from({ length: 230 }, (_, at) => at.toString(16).padStart(64, '0'));
    verification.addFiles([files.witness, files.document]);
    verification.addHashes(hashes);
    await ended(verification);
    expect(requested.flat().sort()).toEqual(hashes);
    expect(Math.max(...requested.map(({ length }) => length))).toBeLessThanOrEqual(hashesAtOnce);
    expect(verification.snapshot().items.at(-1)?.outcome).toEqual({ of: 'nothing', service: 'looked-up' });
  });

  it('checks the evidence that the service gives here, with the bytes that were hashed here', async () => {
    const verification = open();
    verification.setContext(files.friend);
    verification.addFiles([files.document]);
    await ended(verification);
    const { invites: _, ...about } = material.evidence;
    verification.askService(async () => new Map([[files.documentHash, about]]));
    await ended(verification);
    await expect.poll(() => stateOf(itemOf(verification, files.document))).toBe('PASSED');
    const { outcome } = itemOf(verification, files.document);
    expect(outcome?.of === 'report' && outcome.report.sections.map(({ key }) => key)).toContain('document');
    expect(outcome).not.toHaveProperty('by');
  });

  it('warns about a document whose token comes from the service without its endorsements', async () => {
    const verification = open();
    verification.setContext(files.friend);
    verification.addFiles([files.document]);
    await ended(verification);
    verification.askService(
      async () => new Map([[files.documentHash, { witness: material.documentWitness }]]),
    );
    await ended(verification);
    await expect.poll(() => stateOf(itemOf(verification, files.document))).toBe('WARNED');
  });

  it('does not take a service that failed for one that knows nothing', async () => {
    const verification = open();
    verification.askService(() => Promise.reject(new Error('no answer')));
    verification.setContext(files.friend);
    verification.addFiles([files.document]);
    await ended(verification);
    expect(itemOf(verification, files.document).outcome).toEqual({ of: 'nothing', service: 'failed' });
  });

  it('does not take what was read in part for what the service does not know', async () => {
    const verification = open();
    verification.askService(async () => new Map([[files.documentHash, undefined]]));
    verification.setContext(files.friend);
    verification.addFiles([files.document, files.otherDocument]);
    await ended(verification);
    expect(itemOf(verification, files.document).outcome).toEqual({ of: 'nothing', service: 'failed' });
    expect(itemOf(verification, files.otherDocument).outcome).toEqual({
      of: 'nothing',
      service: 'looked-up',
    });
  });
});

/** A check that answers when it is released, and says how many it works on. */
function slowVerifier() {
  const waiting: (() => void)[] = [];
  let working = 0;
  const verifier: Verifier = {
    run: (_kind, ask, signal) =>
      new Promise((resolve, reject) => {
        working += 1;
        const end = (settle: () => void) => () => {
          working -= 1;
          settle();
        };
        const answer: FileResult = {
          size: 1,
          digests: {
            documentDigest: 'ab'.repeat(32),
            otherDigests: { 'SHA-384': '', 'SHA-512': '', 'RFC 9162 leaf': '' },
          },
          content: { kind: 'document' },
        };
        const broken = 'file' in ask && ask.file instanceof File && ask.file.name === 'broken';
        // The answer of a `file` question, which is the only one that comes here.
        waiting.push(end(() => (broken ? reject(new Error('defect')) : resolve(answer))));
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
    close: () => undefined,
  };
  return { verifier, waiting, working: () => working };
}

const many = (count: number): Given[] =>
  Array.from({ length: count }, (_, at) => ({ name: `f${at}`, file: new File(['x'], `f${at}`) }));
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

describe('Pause, resume and cancel', () => {
  afterEach(() => vi.useRealTimers());

  it('begins nothing while paused, and ends everything once resumed', async () => {
    const { verifier, waiting } = slowVerifier();
    const verification = open(verifier, 2);
    verification.setContext(files.unpinned);
    verification.addFiles(many(5));
    verification.pause();
    for (const answer of waiting.splice(0)) answer();
    await turn();
    await turn();
    expect(waiting).toHaveLength(0);
    expect(verification.snapshot()).toMatchObject({ phase: 'paused', left: 3 });
    verification.resume();
    while (waiting.length > 0) {
      for (const answer of waiting.splice(0)) answer();
      await turn();
    }
    await ended(verification);
    expect(verification.snapshot().counts.INDETERMINATE).toBe(5);
  });

  it('keeps what was checked when it is cancelled, checks nothing more, and takes the rest up on request', async () => {
    const { verifier, waiting } = slowVerifier();
    const verification = open(verifier, 2);
    verification.setContext(files.unpinned);
    verification.addFiles(many(6));
    for (const answer of waiting.splice(0)) answer();
    await turn();
    verification.cancel();
    await turn();
    await turn();
    expect(verification.snapshot()).toMatchObject({ phase: 'done', stopped: 4, counts: { NOT_RUN: 4 } });
    waiting.length = 0;
    verification.takeUp();
    for (let round = 0; round < 10; round += 1) {
      for (const answer of waiting.splice(0)) answer();
      await turn();
    }
    await ended(verification);
    expect(verification.snapshot().counts).toMatchObject({ NOT_RUN: 0, INDETERMINATE: 6 });
  });

  it('gives no verdict where the check broke, and goes on with the others', async () => {
    const { verifier, waiting } = slowVerifier();
    const verification = open(verifier, 1);
    verification.setContext(files.unpinned);
    verification.addFiles([{ name: 'broken', file: new File(['x'], 'broken') }, ...many(2)]);
    for (let round = 0; round < 6; round += 1) {
      for (const answer of waiting.splice(0)) answer();
      await turn();
    }
    await ended(verification);
    expect(states(verification)).toEqual({ broken: 'NOT_RUN', f0: 'INDETERMINATE', f1: 'INDETERMINATE' });
  });

  it('never works on more than it may, and ends every item, whatever is pressed when', async () => {
    const press = fc.constantFrom('answer', 'answer', 'answer', 'pause', 'resume', 'cancel', 'add', 'again');
    await fc.assert(
      fc.asyncProperty(
        fc.array(press, { maxLength: 25 }),
        fc.integer({ min: 1, max: 3 }),
        async (presses, atOnce) => {
          const { verifier, waiting } = slowVerifier();
          const verification = open(verifier, atOnce);
          verification.setContext(files.unpinned);
          verification.addFiles(many(4));
          for (const one of presses) {
            if (one === 'answer') waiting.shift()?.();
            else if (one === 'add') verification.addFiles(many(2));
            else if (one === 'again') verification.takeUp();
            else verification[one]();
            await Promise.resolve();
            const running = verification.snapshot().items.filter(({ step }) => step === 'running').length;
            expect(running).toBeLessThanOrEqual(atOnce);
          }
          verification.resume();
          verification.takeUp();
          for (let round = 0; round < 80 && verification.snapshot().phase !== 'done'; round += 1) {
            for (const answer of waiting.splice(0)) answer();
            await turn();
          }
          const { phase, counts, items } = verification.snapshot();
          expect([phase, counts.INDETERMINATE]).toEqual(['done', items.length]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('tells those who listen once for many changes', async () => {
    const { verifier, waiting } = slowVerifier();
    const verification = open(verifier, 100);
    let notified = 0;
    verification.subscribe(() => (notified += 1));
    verification.setContext(files.unpinned);
    verification.addFiles(many(100));
    await turn();
    const before = notified;
    for (const answer of waiting.splice(0)) answer();
    await turn();
    await turn();
    expect(verification.snapshot().counts.INDETERMINATE).toBe(100);
    expect(notified - before).toBeLessThanOrEqual(2);
  });
});
