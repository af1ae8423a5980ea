/** Two runs compared: a verdict that changed names the input that changed. */
import type { Status } from '../check.ts';
import { canonicalJson } from '../encoding/json.ts';
import type { Report, ReportInputs } from './report.ts';
import type { Conclusion } from './verdict.ts';

interface InputChange {
  /** `policy`, `trust`, `validationTime`, `evidence.witness` … */
  readonly input: string;
  readonly before: string;
  readonly after: string;
}

interface CheckChange {
  readonly section: string;
  readonly id: string;
  readonly before: Status | 'absent';
  readonly after: Status | 'absent';
}

export interface ReportDifference {
  readonly verdict?: { readonly before: Conclusion; readonly after: Conclusion };
  readonly inputs: readonly InputChange[];
  readonly checks: readonly CheckChange[];
}

export function diffReports(before: Report, after: Report): ReportDifference {
  const [from, to] = [before.verdict.conclusion, after.verdict.conclusion];
  return {
    ...(from !== to && { verdict: { before: from, after: to } }),
    inputs: changedInputs(before.inputs, after.inputs),
    checks: changedChecks(before, after),
  };
}

function changedInputs(before: ReportInputs, after: ReportInputs): InputChange[] {
  const [old, now] = [flatInputs(before), flatInputs(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((input) => ({ input, before: old.get(input) ?? 'absent', after: now.get(input) ?? 'absent' }))
    .filter((change) => change.before !== change.after);
}

/** One line for each input, in words that name its version or digest. */
function flatInputs(inputs: ReportInputs): Map<string, string> {
  const anchors = inputs.trust.anchors.map(({ title, sha256 }) => ({ title, sha256 }));
  return new Map([
    ['policy', `${inputs.policy.id}/${inputs.policy.version} ${inputs.policy.hash}`],
    ['trust', `${inputs.trust.version} ${canonicalJson(anchors)}`],
    ['recipe', inputs.recipe],
    ['recipes', inputs.recipes.join(', ')],
    ['treeSize', inputs.treeSize],
    ['validationTime', inputs.validationTime],
    ['build', inputs.build],
    ['chain', inputs.chain],
    ...Object.entries(inputs.evidence).map(([key, digest]): [string, string] => [`evidence.${key}`, digest]),
  ]);
}

function changedChecks(before: Report, after: Report): CheckChange[] {
  const [old, now] = [statuses(before), statuses(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((key) => {
      const [section = '', id = ''] = key.split(' ');
      return { section, id, before: old.get(key) ?? 'absent', after: now.get(key) ?? 'absent' } as const;
    })
    .filter((change) => change.before !== change.after);
}

function statuses(report: Report): Map<string, Status> {
  return new Map(
    report.sections.flatMap(({ key, checks }) =>
      checks.map((check): [string, Status] => [`${key} ${check.id}`, check.status]),
    ),
  );
}
