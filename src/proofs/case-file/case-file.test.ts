import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkEvidence } from '../check-evidence.ts';
import { ProofError } from '../errors.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import { canonicalJson, readJson, type JsonObject } from '../encoding/json.ts';
import { internal } from '../policy/policy.ts';
import {
  authority,
  context,
  document,
  evidence,
  pem,
  root,
  signer,
  withWitness,
} from '../testing/case-material.ts';
import { hex, leafAt, sortedTree } from '../testing/trees.ts';
import { fuzzRuns, fuzzTimeout } from '../testing/vectors.ts';
import { buildCase } from './build-case.ts';
import { conclusionsOf, digestOfJson } from './case-file.ts';
import { verifyCase } from './verify-case.ts';
import { readCase } from './read-case.ts';

const built = buildCase({ title: 'Contrato', evidence, document, context });

/** A small case without certificates, quick enough for many runs. */
const quick: Context = {
  policy: internal,
  now: context.now,
  anchors: [],
  trustVersion: 'tests/1',
  build: 'tests/1',
};
function small(leaf: number): Evidence {
  const hashes = [...Array(5).keys()].map((i) => hex(leafAt(i)));
  const tree = sortedTree(hashes, 'ascii');
  return {
    witness: { hash: hashes[leaf]!, merkleized: { merkleProof: tree.proof(leaf), merkleRoot: tree.root } },
  };
}
const smallText = buildCase({ title: 'árbol', evidence: small(2), context: quick }).text;

/** The file with its parts bent and its digests made right again, as a careful forger would. */
function forged(text: string, bend: (file: Record<string, unknown>) => void): string {
  const { sha256: _, ...file } = toPlain(text);
  bend(file);
  return canonicalJson({ ...file, sha256: digestOfJson(file as JsonObject) });
}
function toPlain(text: string): Record<string, unknown> {
  return structuredClone(readJson(text, 'case')) as unknown as Record<string, unknown>;
}

describe('a case file', () => {
  it('read again under the same anchors and answers, gives the same verdict', () => {
    const { report, issues: faults, declared } = verifyCase(built.text, context);
    expect(faults).toEqual([]);
    expect(built.report.verdict.conclusion).toBe('TOTAL_PASSED');
    expect(conclusionsOf(declared)).toEqual(conclusionsOf(built.report));
    expect(report.verdict.conclusion).toBe('TOTAL_PASSED');
  });

  it('is canonical: the same inputs, the same bytes', () => {
    expect(buildCase({ title: 'Contrato', evidence, document, context }).text).toBe(built.text);
    expect(canonicalJson(readJson(built.text, 'case'))).toBe(built.text);
  });

  it('says only what its own evidence gives: without the document it is about the hash', () => {
    const bare = buildCase({ title: 'Contrato', evidence, context });
    const file = bare.report.sections.find(({ key }) => key === 'document')!;
    expect(file.checks[0]!.status).toBe('NOT_APPLICABLE');
    expect(verifyCase(bare.text, context).issues).toEqual([]);
    const withDocument = verifyCase(bare.text, context, { documentDigest: evidence.documentDigest! });
    expect(withDocument.report.sections[0]!.checks[0]!.status).toBe('PASSED');
  });

  it('declared anchors are not the reader’s: the path stays open and names what would have to be trusted', () => {
    const { report, issues: faults } = verifyCase(built.text, { ...context, anchors: [] });
    expect(faults).toEqual([]);
    expect(report.verdict).toMatchObject({
      conclusion: 'INDETERMINATE',
      subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
    });
    const path = report.sections
      .find(({ key }) => key === 'invites[0]')!
      .checks.find(({ id }) => id === 'certificate.path')!;
    expect(path.status).toBe('INDETERMINATE');
    expect(JSON.stringify(path.next)).toContain(context.anchors[0]!.certificate.fingerprint);
  });

  it('certificates at hand beside it complete a path, change no fault, and are no anchors', () => {
    const lone: Context = { ...context, anchors: [] };
    const of = { certificate: pem(signer('Ana')) };
    const { text } = buildCase({ title: 'x', evidence: of, context: lone });
    const verdictOf = (certificates: readonly string[], by: Context): string => {
      const { report, issues: faults } = verifyCase(text, by, { certificates: certificates });
      expect(faults).toEqual([]);
      return report.verdict.conclusion;
    };
    expect(verdictOf([], context)).toBe('INDETERMINATE');
    expect(verdictOf([pem(authority)], context)).toBe('TOTAL_PASSED');
    expect(verdictOf([pem(authority), pem(root)], lone)).toBe('INDETERMINATE');
  });

  it('declared answers are the word of the file until the reader’s own node repeats them', () => {
    const { nom151: _n, ...rest } = evidence.witness!;
    const merkleized = (({ token: _t, ...fields }) => fields)(rest.merkleized!);
    const chained = buildCase({ title: 'x', evidence: { witness: { ...rest, merkleized } }, context });
    expect(chained.report.verdict.conclusion).toBe('TOTAL_PASSED');
    const { exchanges: _e, ...offline } = context;
    expect(verifyCase(chained.text, offline).report.verdict.conclusion).toBe('INDETERMINATE');
    expect(verifyCase(chained.text, context).report.verdict.conclusion).toBe('TOTAL_PASSED');
  });

  it('keeps the signature that a witness is of, who signed elsewhere and OCSP responses given elsewhere', () => {
    const [invite] = evidence.invites!;
    const signers = [{ modulus: '0f', exponent: '03' }];
    const of = {
      witness: invite!.witness!,
      signature: { signature: invite!.signature! },
      signers,
      responses: [invite!.ocspResponse!],
    };
    const { text, report } = buildCase({ title: 'x', evidence: of, context });
    expect(report.verdict.conclusion).toBe('TOTAL_PASSED');
    expect(verifyCase(text, context).issues).toEqual([]);
    expect(readCase(text).evidence).toMatchObject({
      signature: of.signature,
      signers,
      responses: of.responses,
    });
    const bare = buildCase({ title: 'x', evidence: { ...of, signature: {} }, context });
    expect(readCase(bare.text).evidence.signature).toEqual({});
  });

  it('an anchor names its purpose, which survives a round trip; without one the file cannot be read', () => {
    expect(built.text).toContain('"use":"both"');
    expect(readCase(built.text).declared.anchors.map(({ use }) => use)).toEqual(['both']);
    for (const use of [undefined, 'all']) {
      const odd = forged(built.text, (file) => {
        const { anchors } = file.context as { anchors: Record<string, unknown>[] };
        anchors[0]!.use = use;
        if (use === undefined) delete anchors[0]!.use;
      });
      expect(() => readCase(odd)).toThrow(ProofError);
    }
  });

  it('declared policy and time are not the reader’s', () => {
    const { report } = verifyCase(smallText, context);
    expect(report.inputs.policy.id).toBe('standard');
    expect(report.verdict.conclusion).toBe('INDETERMINATE');
    expect(verifyCase(smallText, quick).report.verdict.conclusion).toBe('TOTAL_PASSED');
  });
});

describe('a file that says of itself what is not so', () => {
  const kinds = (text: string): string[] => verifyCase(text, quick).issues.map(({ kind }) => kind);

  it('a digest that is not the one of its evidence, or of the file', () => {
    const evidenceDigest = forged(smallText, (file) => {
      (file.evidence as { sha256: string }[])[0]!.sha256 = hex(leafAt(1));
    });
    expect(kinds(evidenceDigest)).toEqual(['evidence-digest']);
    expect(kinds(smallText.replace('"árbol"', '"arbol"'))).toEqual(['file-digest']);
  });

  it('a verdict that is not the one its evidence gives', () => {
    const lies: ((report: {
      verdict: { conclusion: string };
      sections: { checks: { status: string }[] }[];
    }) => void)[] = [
      (report) => (report.verdict.conclusion = 'TOTAL_FAILED'),
      (report) => (report.sections[1]!.checks[0]!.status = 'FAILED'),
      (report) => report.sections.pop(),
    ];
    for (const lie of lies) {
      expect(kinds(forged(smallText, (file) => lie(file.report as never)))).toEqual(['verdict']);
    }
  });

  it('evidence that was exchanged, with its digests made right: the verdict inside gives it away', () => {
    const text = forged(smallText, (file) => {
      const [piece] = file.evidence as { sha256: string; content: { merkleized: { merkleRoot: string } } }[];
      piece!.content.merkleized.merkleRoot = hex(leafAt(9));
      piece!.sha256 = digestOfJson(piece!.content);
    });
    const { issues: faults, report } = verifyCase(text, quick);
    expect(faults.map(({ kind }) => kind)).toEqual(['verdict']);
    expect(report.verdict.conclusion).toBe('INDETERMINATE');
  });

  it('an anchor whose fingerprint is reported wrong', () => {
    const text = forged(built.text, (file) => {
      (file.context as { anchors: { sha256: string }[] }).anchors[0]!.sha256 = hex(leafAt(1));
    });
    expect(verifyCase(text, context).issues.map(({ kind }) => kind)).toContain('anchor-digest');
  });
});

describe('properties', () => {
  it(
    'build → read → same verdict, for witnesses of any facts',
    () => {
      const text = fc.oneof(fc.string({ maxLength: 40 }), fc.constant(hex(leafAt(1))));
      const facts = fc.record(
        {
          hash: text,
          createdAt: fc.oneof(fc.constant('2026-01-01T00:00:00Z'), text),
          timestampedAt: fc.constant('2026-01-01T00:00:00Z'),
          nom151: fc.record({ provider: text, token: text }, { requiredKeys: [] }),
          merkleized: fc.record(
            {
              merkleProof: fc.array(text, { maxLength: 3 }),
              merkleRoot: text,
              txHash: text,
              network: fc.nat(),
              leafIndex: fc.bigInt(),
              treeSize: fc.bigInt(),
            },
            { requiredKeys: [] },
          ),
          external: fc.record(
            {
              leafIndex: fc.oneof(fc.bigInt(), text),
              leftHashes: fc.array(text, { maxLength: 3 }),
              rightHashes: fc.array(text, { maxLength: 3 }),
              targetRootHash: text,
              timestamp: text,
            },
            { requiredKeys: [] },
          ),
          claimed: fc.boolean(),
          initialOwner: text,
          endorsable: fc.record({ id: fc.bigInt(), ownerId: text, network: fc.nat() }, { requiredKeys: [] }),
        },
        { requiredKeys: ['hash'] },
      );
      fc.assert(
        fc.property(facts, fc.string(), (witness, title) => {
          const { text, report } = buildCase({ title, evidence: { witness }, context: quick });
          const again = verifyCase(text, quick);
          expect(again.issues).toEqual([]);
          expect(conclusionsOf(again.report)).toEqual(conclusionsOf(report));
          expect(again.read.evidence).toEqual({ witness });
        }),
        { numRuns: Math.min(fuzzRuns, 2000) },
      );
    },
    fuzzTimeout,
  );

  it(
    'any flipped byte: not PASSED, or unreadable',
    () => {
      const bytes = new TextEncoder().encode(smallText);
      const outcome = (changed: Uint8Array): string => {
        try {
          const { report, issues: faults } = verifyCase(
            new TextDecoder('utf-8', { fatal: true }).decode(changed),
            quick,
          );
          return faults.length > 0 ? 'fault' : report.verdict.conclusion;
        } catch (error) {
          if (!(error instanceof ProofError || error instanceof TypeError)) throw error;
          return 'unreadable';
        }
      };
      expect(outcome(bytes)).toBe('TOTAL_PASSED');
      // Every byte in the deep run, every fifth otherwise.
      for (let at = 0; at < bytes.length; at += fuzzRuns >= 1000 ? 1 : 5) {
        for (const mask of [1, 0x20]) {
          const changed = bytes.with(at, bytes[at]! ^ mask);
          expect(outcome(changed), `byte ${at} ^ ${mask}`).not.toBe('TOTAL_PASSED');
        }
      }
    },
    fuzzTimeout,
  );

  it(
    'any byte of a whole case may be flipped as well',
    () => {
      const bytes = new TextEncoder().encode(built.text);
      fc.assert(
        fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
          const changed = bytes.with(at, bytes[at]! ^ mask);
          try {
            const { issues: faults, report } = verifyCase(
              new TextDecoder('utf-8', { fatal: true }).decode(changed),
              context,
            );
            expect(faults.length > 0 || report.verdict.conclusion !== 'TOTAL_PASSED').toBe(true);
          } catch (error) {
            expect(error instanceof ProofError || error instanceof TypeError).toBe(true);
          }
        }),
        { numRuns: Math.min(60, fuzzRuns) },
      );
    },
    fuzzTimeout,
  );

  it(
    'random and mutated files end in a report or a ProofError',
    () => {
      const cut = fc
        .tuple(fc.nat(smallText.length), fc.nat(60), fc.string({ maxLength: 8 }))
        .map(([at, length, put]) => smallText.slice(0, at) + put + smallText.slice(at + length));
      fc.assert(
        fc.property(fc.oneof(cut, fc.json(), fc.string()), (text) => {
          try {
            verifyCase(text, quick);
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

describe('what is no case file', () => {
  const file = (bend: (file: Record<string, unknown>) => void) => () => readCase(forged(smallText, bend));
  it.each<[string, (file: Record<string, unknown>) => void, string]>([
    ['another version', (one) => (one.schema = 'testigo.case/3'), 'unsupported'],
    ['no schema', (one) => delete one.schema, 'unsupported'],
    ['no evidence', (one) => delete one.evidence, 'unreadable'],
    ['no context', (one) => delete one.context, 'unreadable'],
    ['no report', (one) => delete one.report, 'unreadable'],
    ['a title that is no text', (one) => (one.title = 7), 'unreadable'],
    [
      'evidence of an unknown kind',
      (one) => ((one.evidence as { kind: string }[])[0]!.kind = 'rumour'),
      'unsupported',
    ],
    [
      'two witnesses',
      (one) => (one.evidence as unknown[]).push((one.evidence as unknown[])[0]),
      'unreadable',
    ],
    [
      'a policy with a field missing',
      (one) => delete (one.context as { policy: { scope?: string } }).policy.scope,
      'unreadable',
    ],
    ['an unknown recipe', (one) => ((one.context as { recipe: string }).recipe = 'mine/1'), 'unsupported'],
    [
      'a time that is none',
      (one) => ((one.context as { validationTime: string }).validationTime = 'now'),
      'unreadable',
    ],
  ])('%s', (_name, bend, kind) => {
    expect(file(bend)).toThrow(expect.objectContaining({ name: 'ProofError', kind }));
  });

  it('not JSON, not an object, or too large', () => {
    for (const text of ['', 'x', '[]', '{"schema":', '"testigo.case/1"'])
      expect(() => readCase(text)).toThrow(ProofError);
    const document = new Uint8Array((8 << 20) + 1);
    expect(() => buildCase({ title: '', evidence: {}, document, context: quick })).toThrow(
      expect.objectContaining({ kind: 'too-large' }),
    );
  });
});

it('a run over the evidence that was read is the run that was made', () => {
  const { evidence: read } = readCase(built.text);
  expect(checkEvidence(read, context).verdict).toEqual(built.report.verdict);
  expect(withWitness({}).witness).toEqual(read.witness);
});
