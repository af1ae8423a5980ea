import { describe, expect, it } from 'vitest';
import { checkEvidence } from '../check-evidence.ts';
import { ProofError } from '../errors.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import { canonicalJson, readJson, type JsonObject } from '../encoding/json.ts';
import { standard } from '../policy/policy.ts';
import { context, documentWitness, evidence, withInvite, withWitness } from '../testing/case-material.ts';
import { conclusionsOf } from './case-file.ts';
import { followsFromChecks, readReportedVerdict } from './reported-verdict.ts';

interface ReportJson {
  verdict: Record<string, unknown>;
  wording: string;
  sections: {
    key: string;
    counts: boolean;
    verdict: Record<string, unknown>;
    provenTime?: string;
    checks: Record<string, string>[];
  }[];
}
type Bend = (report: ReportJson) => void;

const { exchanges: _, ...withoutNodes } = context;

/** Each case is verified once. */
const texts = new Map<Evidence, Map<Context, string>>();

/** A report as plain JSON, for the test to look into and to change. */
const plainOf = (text: string) => JSON.parse(text) as ReportJson;

/** Conclusions as they stand in a case file, changed. */
function reported(
  of: Evidence = evidence,
  under: Context = context,
  bend: Bend = () => undefined,
): JsonObject {
  const text = texts.get(of)?.get(under) ?? canonicalJson(conclusionsOf(checkEvidence(of, under)));
  texts.set(of, new Map(texts.get(of)).set(under, text));
  const report = plainOf(text);
  bend(report);
  return readJson(JSON.stringify(report), 'report') as JsonObject; // the text of an object
}

const follows = (of: Evidence = evidence, under: Context = context, bend: Bend = () => undefined): boolean =>
  followsFromChecks(readReportedVerdict(reported(of, under, bend)), under.policy);
const sectionOf = ({ sections }: ReportJson, key: string) => sections.find((one) => one.key === key)!;
const checkOf = (report: ReportJson, key: string, id: string) =>
  sectionOf(report, key).checks.find((one) => one.id === id)!;

describe('a verdict in a case file', () => {
  it('is read as it stands, without what it does not say', () => {
    const json = reported();
    const { sections, verdict, wording } = readReportedVerdict(json);
    const written = plainOf(canonicalJson(json));
    expect({ verdict, wording }).toEqual({ verdict: written.verdict, wording: 'full' });
    expect(sections).toEqual(written.sections);
    expect(sections.some((one) => !('provenTime' in one))).toBe(true);
    expect(sections.flatMap(({ checks }) => checks).some((one) => !('reason' in one))).toBe(true);
  });

  it.each<[string, Bend]>([
    ['without its verdict', (report) => delete (report as Partial<ReportJson>).verdict],
    ['without its wording', (report) => delete (report as Partial<ReportJson>).wording],
    ['without its sections', (report) => delete (report as Partial<ReportJson>).sections],
    ['with a section without its key', ({ sections }) => delete (sections[0] as { key?: string }).key],
    [
      'with a section that does not say whether it counts',
      ({ sections }) => delete (sections[0] as { counts?: boolean }).counts,
    ],
    [
      'with a section without its verdict',
      ({ sections }) => delete (sections[0] as { verdict?: unknown }).verdict,
    ],
    [
      'with a section without its checks',
      ({ sections }) => delete (sections[0] as { checks?: unknown }).checks,
    ],
    ['with a verdict that is a text', (report) => void Object.assign(report, { verdict: 'TOTAL_PASSED' })],
    ['with a check of an unknown id', ({ sections }) => void (sections[0]!.checks[0]!.id = 'file.taste')],
    ['with a check of an unknown status', ({ sections }) => void (sections[0]!.checks[0]!.status = 'passed')],
    ['with a check of an unknown level', ({ sections }) => void (sections[0]!.checks[0]!.level = 'NONE')],
    ['with a check of an unknown basis', ({ sections }) => void (sections[0]!.checks[0]!.basis = 'WORD')],
    ['with a check without its status', ({ sections }) => delete sections[0]!.checks[0]!.status],
    [
      'with more checks than a section has',
      ({ sections }) => void (sections[0]!.checks = Array(201).fill(sections[0]!.checks[0]!)),
    ],
    [
      'with more sections than a case has',
      (report) => void (report.sections = Array(4001).fill(report.sections[0]!)),
    ],
  ])('%s cannot be read', (_what, bend) => {
    expect(() => readReportedVerdict(reported(evidence, context, bend))).toThrow(ProofError);
  });

  it('as long as a case can be is read', () => {
    const long = reported(evidence, context, (report) => {
      const [first] = report.sections;
      report.sections = Array(4000).fill({ ...first!, checks: [] });
      report.sections[0] = { ...first!, checks: Array(200).fill(first!.checks[0]!) };
    });
    expect(readReportedVerdict(long).sections).toHaveLength(4000);
  });
});

describe('what a verdict follows from', () => {
  const cases = [
    ['that holds', evidence, context],
    ['without nodes', evidence, withoutNodes],
    ['without a stamp of its own', withWitness({ nom151: { token: 'AA==' } }), context],
    ['with no proof but a pending one', { witness: { hash: documentWitness.hash, merkleized: {} } }, context],
    ['with none at all', { witness: { hash: documentWitness.hash } }, context],
    ['with a signature that does not hold', withInvite({ signature: '00' }), context],
  ] as const;

  it.each(cases)('a case %s follows from its checks, and no other conclusion does', (_what, of, under) => {
    expect(follows(of, under)).toBe(true);
    const lies: Record<string, unknown>[] = [
      { conclusion: 'TOTAL_PASSED' },
      { conclusion: 'TOTAL_FAILED' },
      { conclusion: 'INDETERMINATE' },
      { subIndication: 'GENERIC' },
      { stops: [{ id: 'file.hash', code: 'HASH_FAILURE' }] },
      { basis: 'SERVER' },
    ];
    const { sections } = plainOf(canonicalJson(reported(of, under)));
    for (const lie of lies) {
      const isLie = (verdict: Record<string, unknown>): boolean =>
        canonicalJson({ ...verdict, ...lie } as JsonObject) !== canonicalJson(verdict as JsonObject);
      const bend = (verdict: Record<string, unknown>): boolean => {
        const was = isLie(verdict);
        Object.assign(verdict, lie);
        return was;
      };
      let isBent = false;
      const whole = follows(of, under, ({ verdict }) => void (isBent = bend(verdict)));
      expect([lie, whole]).toEqual([lie, !isBent]);
      for (const { key } of sections) {
        const part = follows(of, under, (report) => void (isBent = bend(sectionOf(report, key).verdict)));
        expect([key, lie, part]).toEqual([key, lie, !isBent]);
      }
    }
  });

  it('how many warnings there were does not follow, as what passed keeps none', () => {
    const warned: Bend = (report) => {
      for (const { verdict } of [report, ...report.sections]) verdict.warnings = 99;
    };
    expect(follows(evidence, context, warned)).toBe(true);
  });

  it('a section that counts is weighed, and one that does not is not', () => {
    const open =
      (counts: boolean): Bend =>
      (report) => {
        const invite = sectionOf(report, 'invites[1]');
        Object.assign(checkOf(report, 'invites[1]', 'ocsp.time'), {
          status: 'INDETERMINATE',
          reason: 'X_OCSP_STALE',
        });
        Object.assign(invite, {
          counts,
          verdict: {
            ...invite.verdict,
            conclusion: 'INDETERMINATE',
            subIndication: 'X_OCSP_STALE',
            stops: [{ id: 'ocsp.time', code: 'X_OCSP_STALE' }],
          },
        });
      };
    expect([follows(evidence, context, open(true)), follows(evidence, context, open(false))]).toEqual([
      false,
      true,
    ]);
  });

  it('each proof of existence is counted where it is there, and every one as another', () => {
    const one = { ...withoutNodes, policy: { ...standard, existence: { proofs: 3 } } };
    const passes = (report: ReportJson): void => {
      for (const check of sectionOf(report, 'witness').checks)
        if (check.status !== 'NOT_APPLICABLE') {
          check.status = 'PASSED';
          check.basis = 'RECOMPUTED';
          delete check.reason;
        }
      for (const verdict of [sectionOf(report, 'witness').verdict]) {
        verdict.conclusion = 'TOTAL_PASSED';
        verdict.stops = [];
        verdict.basis = 'RECOMPUTED';
        delete verdict.subIndication;
      }
      report.sections = [sectionOf(report, 'witness')];
      report.verdict = { ...report.sections[0]!.verdict };
    };
    const only = { witness: documentWitness };
    expect(follows(only, one, passes)).toBe(true);
    for (const name of ['nom151', 'merkleized', 'external'] as const) {
      const { [name]: __, ...rest } = documentWitness;
      expect([name, follows({ witness: rest }, one, passes)]).toEqual([name, false]);
      const two = { ...one, policy: { ...standard, existence: { proofs: 2 } } };
      expect([name, follows({ witness: rest }, two, passes)]).toEqual([name, true]);
    }
  });
});
