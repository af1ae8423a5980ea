/**
 * Revocation by lists at hand (RFC 5280 §6.3.3): complete and delta lists, by their own issuer or by another one that
 * the certificate names, by distribution point, by kind of certificate and by reason. What is missing for an answer
 * leaves it "cannot be determined", never "good".
 */
import type { Certificate } from '../certificate/certificate.ts';
import { isRemoval, type CrlEntry } from './crl-entries.ts';
import type { Crl } from './crl.ts';
import { currencyIssue, entryOf, isSuperseded, opinionOf, updatesOf, type Want } from './crl-merge.ts';
import {
  isInScope,
  pointsOf,
  reasonsOf,
  scopedList,
  type ScopedList,
  type ScopedPoint,
} from './crl-scope.ts';
import { allReasons } from '../certificate/distribution-points.ts';
import type { Moment } from '../path/trust.ts';

export type RevocationStatus =
  | { readonly kind: 'good' }
  | { readonly kind: 'revoked'; readonly entry: CrlEntry }
  | { readonly kind: 'unknown'; readonly what: string; readonly unsupported: boolean };

/**
 * Whether a list was signed by a key that may sign the lists of its issuer; else why not. With a second list: whether
 * one such key signed both (§6.3.3 (h)).
 */
export type CrlSignerCheck = (crl: Crl, base?: Crl) => 'valid' | 'invalid' | { readonly unsupported: string };

interface Question {
  readonly certificate: Certificate;
  readonly moment: Moment;
  readonly checkCrlSigner: CrlSignerCheck;
}

/** Status by all lists together, and their defects, so that an unknown status can be explained. */
interface Findings {
  revoked: CrlEntry | undefined;
  readonly covered: Set<number>;
  /** Lists by algorithms that are not checked: what they say is not known, so they forbid "good". */
  readonly unsupported: string[];
  /** A defect that rules out "good", whatever other lists say. */
  readonly doubts: Want[];
  /** Why lists did not answer. */
  readonly wants: Want[];
}

export function revocationByLists(
  certificate: Certificate,
  crls: readonly Crl[],
  moment: Moment,
  checkCrlSigner: CrlSignerCheck,
): RevocationStatus {
  const findings: Findings = {
    revoked: undefined,
    covered: new Set(),
    unsupported: [],
    doubts: [],
    wants: [],
  };
  const lists = crls.map(scopedList);
  const question = { certificate, moment, checkCrlSigner: remembered(checkCrlSigner) };
  // §6.3.3 (e) would pass over a list that covers no new reason. All are looked at instead: with an older and a newer
  // list at hand, both current, the order in which they lie there must not decide.
  for (const point of pointsOf(certificate)) {
    const inScope = lists.filter((list) => isInScope(list, point, certificate));
    askLists(inScope, point, question, findings);
  }
  return concluded(findings);
}

/** One list can stand at many distribution points; its signer is checked only once. */
function remembered(checkCrlSigner: CrlSignerCheck): CrlSignerCheck {
  const answers = new Map<Crl, Map<Crl | undefined, ReturnType<CrlSignerCheck>>>();
  return (crl, base) => {
    const known = answers.get(crl) ?? new Map<Crl | undefined, ReturnType<CrlSignerCheck>>();
    answers.set(crl, known);
    const answer = known.get(base) ?? checkCrlSigner(crl, base);
    known.set(base, answer);
    return answer;
  };
}

/** A list that revokes outweighs everything: nothing that another list lacks or says could take that back. */
function concluded({ revoked, covered, unsupported, doubts, wants }: Findings): RevocationStatus {
  if (revoked !== undefined) return { kind: 'revoked', entry: revoked };
  const [what] = unsupported;
  if (what !== undefined) return { kind: 'unknown', what, unsupported: true };
  const [doubt] = doubts;
  if (doubt !== undefined) return { kind: 'unknown', what: doubt.rule, unsupported: false };
  // §6.3.3: the status is known when every reason is covered.
  if ([...allReasons].every((reason) => covered.has(reason))) return { kind: 'good' };
  const missing =
    covered.size > 0 ? { rule: 'the lists cover every reason' } : { rule: 'a list of the issuer is at hand' };
  return { kind: 'unknown', what: (wants[0] ?? missing).rule, unsupported: false };
}

/** Checks every complete list of a distribution point, continued by the delta lists that fit it. */
function askLists(
  inScope: readonly ScopedList[],
  point: ScopedPoint,
  question: Question,
  findings: Findings,
): void {
  const { certificate, moment, checkCrlSigner: checkCrlSigner } = question;
  const usable = inScope.filter(({ crl }) => isUsable(crl, question, findings));
  const deltas = usable.filter(({ crl }) => crl.baseNumber !== undefined);
  const settled = new Set<Crl>();
  const bases = usable.filter(({ crl }) => crl.baseNumber === undefined);
  for (const base of bases) {
    const updates = updatesOf(base, deltas, (delta, list) => checkCrlSigner(delta, list) === 'valid');
    for (const update of updates) settled.add(update);
    const { entry, silence, doubt } = opinionOf(base.crl, updates, certificate, moment);
    addEntry(findings, entry);
    if (doubt !== undefined) findings.doubts.push(doubt);
    if (silence !== 'counts') findings.wants.push(silence);
    else for (const reason of reasonsOf(point, base.crl)) findings.covered.add(reason);
  }
  const open = inScope.filter(
    (list) =>
      list.crl.baseNumber !== undefined &&
      !settled.has(list.crl) &&
      !bases.some((base) => isSuperseded(list, base)),
  );
  for (const { crl } of open)
    askAlone(
      crl,
      deltas.some((delta) => delta.crl === crl),
      question,
      findings,
    );
}

/**
 * A delta list that continues no list at hand: a revocation in it counts, whatever it continues. Its silence says
 * nothing, but it does say that the complete lists at hand are not the last word.
 */
function askAlone(delta: Crl, usable: boolean, { certificate, moment }: Question, findings: Findings): void {
  const issue = currencyIssue(delta, certificate, moment);
  if (issue !== undefined) {
    findings.wants.push(issue);
    return;
  }
  const entry = usable ? entryOf(delta, certificate) : undefined;
  if (entry !== undefined && !isRemoval(entry)) addEntry(findings, entry);
  else findings.doubts.push({ rule: 'the list that a delta list continues is at hand' });
}

/** The earlier of two entries counts. */
function addEntry(findings: Findings, entry: CrlEntry | undefined): void {
  if (entry === undefined) return;
  if (findings.revoked === undefined || entry.revokedAt < findings.revoked.revokedAt)
    findings.revoked = entry;
}

/** §5.2, §6.3.3 (f) to (h): no critical extension that is not processed, not from the future, and well signed. */
function isUsable(
  crl: Crl,
  { moment, checkCrlSigner: checkCrlSigner }: Question,
  { wants, unsupported }: Findings,
): boolean {
  if (crl.unprocessedCritical.length > 0) {
    wants.push({ rule: 'a list has no critical extension that is not processed' });
    return false;
  }
  if (crl.thisUpdate > moment.now) {
    wants.push({ rule: 'a list is current at the time' });
    return false;
  }
  const signer = checkCrlSigner(crl);
  if (signer === 'valid') return true;
  if (signer === 'invalid') wants.push({ rule: 'a list is signed by a key that may sign it' });
  else unsupported.push(signer.unsupported);
  return false;
}
