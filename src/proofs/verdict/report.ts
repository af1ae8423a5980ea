/** Result of a run: sections with their checks and verdicts, and the inputs on which the result depends. */
import type { BlockName } from './compose.ts';
import type { Check } from '../check.ts';
import type { AnchorUse } from '../pki/path/anchor-use.ts';
import type { StampAuthority } from '../pki/timestamp/stamp-authority.ts';
import type { Verdict } from './verdict.ts';

interface ReportedBlock {
  readonly name: BlockName;
  readonly verdict: Verdict;
  /** RFC 3339 */
  readonly provenTime?: string;
  /** Who made the time-stamp that proves it. */
  readonly stampedBy?: StampAuthority;
}

/** One piece of the case, checked on its own: `document`, `witness`, `invites[0]`, `invites[0].witness`, `claim` … */
export interface ReportSection {
  readonly key: string;
  readonly verdict: Verdict;
  /** Whether the case cannot pass without it. */
  readonly counts: boolean;
  /** When this existed, by the best proof that passed; RFC 3339. */
  readonly provenTime?: string;
  /** Who made the time-stamp that proves it. */
  readonly stampedBy?: StampAuthority;
  readonly blocks?: readonly ReportedBlock[];
  /** Of a witness beside a signature: whether it is of that signature or of something else. */
  readonly about?: 'signature' | 'other' | 'unseen';
  readonly checks: readonly Check[];
}

/** Everything that the answer hangs on; the same inputs give the same report, byte for byte. */
export interface ReportInputs {
  readonly policy: {
    readonly id: string;
    readonly version: number;
    readonly hash: string;
    readonly scope: string;
  };
  readonly trust: {
    readonly version: string;
    readonly anchors: readonly { readonly title: string; readonly sha256: string; readonly use: AnchorUse }[];
  };
  readonly recipe: string;
  readonly recipes: readonly string[];
  readonly treeSize: string;
  /** SHA-256 of each revocation list that the reader pinned. */
  readonly revocationLists: readonly string[];
  readonly validationTime: string;
  readonly build: string;
  /** SHA-256 of the canonical form of each part of the evidence. */
  readonly evidence: Readonly<Record<string, string>>;
  /** SHA-256 of the reader's own RPC answers and of the contracts that the reader named. */
  readonly chain: string;
}

export interface Report {
  readonly schema: 'testigo.report/1';
  readonly verdict: Verdict;
  /** Said with every verdict under a policy of scope `internal`. */
  readonly wording: 'full' | 'internal check';
  readonly inputs: ReportInputs;
  readonly sections: readonly ReportSection[];
}

/** Every check of a report, in order. */
export function allChecks(report: Pick<Report, 'sections'>): Check[] {
  return report.sections.flatMap(({ checks }) => checks);
}
