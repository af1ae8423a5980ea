/**
 * Every date of a case with what it rests on. A date bears the basis of the checks that prove it only where all of them
 * passed; any other date is the service's word, also one that stands in evidence which does not hold.
 */
import { isoOf } from '#clock/instants.ts';
import { m } from '#i18n/messages.ts';
import type { Basis, Check, CheckId } from '#proofs/check.ts';
import { ProofError } from '#proofs/errors.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { InviteFacts, WitnessFacts } from '#proofs/evidence/facts.ts';
import { instantText, readInstant } from '#proofs/encoding/instant.ts';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import type { LedgerEntry, LedgerSpan, LedgerValidity } from './ledger.ts';

export interface LedgerInput {
  readonly evidence: Evidence;
  readonly report: Report;
}

export interface LedgerFacts {
  readonly entries: readonly LedgerEntry[];
  readonly spans: readonly LedgerSpan[];
  /** Of the certificate, where there is one signer alone. */
  readonly validity?: LedgerValidity;
}

/** Says words, so it is called while rendering. */
export function ledgerFacts({ evidence, report }: LedgerInput): LedgerFacts {
  const invites = evidence.invites ?? [];
  const isNamed = invites.length > 1;
  const parts = invites.map((facts, at) =>
    signatureDates(facts, `invites[${at}]`, report, isNamed ? nameOf(facts, at) : undefined),
  );
  const ofDocument =
    evidence.witness === undefined ? [] : witnessDates(evidence.witness, sectionOf(report, 'witness'));
  const signatures = parts.flatMap(({ entries }) => entries);
  const isBest = signatures.some(({ emphasized }) => emphasized === true);
  // Among several signers the band of a certificate would not say whose it is.
  const validity = isNamed ? undefined : parts[0]?.validity;
  return {
    entries: [...(isBest ? ofDocument : withEarliest(ofDocument)), ...signatures],
    spans: parts.flatMap(({ spans }) => spans),
    ...(validity !== undefined && { validity }),
  };
}

/** Without a signature the page is about when the document existed: by the earliest date that is proven. */
function withEarliest(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const proven = entries.filter(({ kind }) => kind !== 'SERVER').map(({ at }) => at);
  const first = proven.sort((a, b) => Date.parse(a) - Date.parse(b))[0];
  return entries.map((entry) =>
    entry.at === first && entry.kind !== 'SERVER' ? { ...entry, emphasized: true } : entry,
  );
}

function witnessDates(witness: WitnessFacts, section: ReportSection | undefined): LedgerEntry[] {
  const { nom151, merkleized, external, endorsable } = witness;
  const stamp = stampDate(section, 'nom151.time', 'nom151.parse');
  const rootStamp = stampDate(section, 'merkleized.stamp', 'merkleized.stamp');
  const merkle = merkleBlock(section);
  const root = externalBlock(section);
  const minted =
    endorsable?.timestamp === undefined ? undefined : isoOf(endorsable.timestamp * 1000) || undefined;
  return [
    reportedEntry('createdAt', m.inspector_time_created(), witness.createdAt),
    reportedEntry('timestampedAt', m.inspector_time_timestamped(), witness.timestampedAt),
    dated('nom151', m.inspector_time_stamp(), stamp),
    reportedEntry('nom151.createdAt', m.inspector_time_stamp_reported(), nom151?.createdAt, stamp),
    dated('merkleized.stamp', m.inspector_time_root_stamp(), rootStamp),
    dated('merkleized.anchor', m.inspector_time_merkle(), merkle),
    reportedEntry(
      'merkleized.createdAt',
      m.inspector_time_merkle_reported(),
      merkleized?.createdAt,
      rootStamp,
      merkle,
    ),
    dated('external.anchor', m.inspector_time_external(), root),
    reportedEntry('external.timestamp', m.inspector_time_external_reported(), external?.timestamp, root),
    reportedEntry('endorsable.timestamp', m.inspector_time_minted(), minted),
  ].filter((entry) => entry !== undefined);
}

interface SignatureDates {
  readonly entries: readonly LedgerEntry[];
  readonly spans: readonly LedgerSpan[];
  readonly validity: LedgerValidity | undefined;
}

function signatureDates(
  invite: InviteFacts,
  key: string,
  report: Report,
  name: string | undefined,
): SignatureDates {
  const section = sectionOf(report, key);
  const label = (what: string): string => (name === undefined ? what : m.inspector_time_of({ what, name }));
  const best = bestTime(section, sectionOf(report, `${key}.witness`));
  const ocsp = ocspDate(section);
  const revoked = revokedDate(section, ocsp);
  const signed = reportedEntry(`${key}.signedAt`, label(m.inspector_time_signed()), invite.signedAt);
  const proven = dated(`${key}.best`, label(m.inspector_time_proven()), best);
  const entries = [
    dated(`${key}.ocsp`, label(m.inspector_time_ocsp()), ocsp),
    dated(`${key}.revoked`, label(m.inspector_time_revoked()), revoked),
    signed,
    reportedEntry(`${key}.rejectedAt`, label(m.inspector_time_rejected()), invite.rejectedAt),
    proven === undefined ? undefined : { ...proven, emphasized: true },
  ].filter((entry) => entry !== undefined);
  return {
    entries,
    spans: gapOf(section, ocsp, best?.at ?? signed?.at),
    validity: validityOf(section),
  };
}

interface DateFound {
  readonly at: string;
  readonly kind: Basis;
}

/** When the signature existed, by its own witness, on the basis of the block that proves it. */
function bestTime(
  section: ReportSection | undefined,
  witness: ReportSection | undefined,
): DateFound | undefined {
  const at = section?.provenTime;
  if (at === undefined) return undefined;
  const block = witness?.blocks?.find(({ provenTime }) => provenTime === at);
  return { at, kind: block?.verdict.basis ?? 'SERVER' };
}

/** genTime: proven where everything about the token holds, else what the token says. */
function stampDate(section: ReportSection | undefined, id: CheckId, read: CheckId): DateFound | undefined {
  const check = checkOf(section, id);
  if (check?.status === 'PASSED' && check.computed !== undefined) {
    return { at: check.computed, kind: check.basis };
  }
  const inside = checkOf(section, read)?.evidence.find(({ kind }) => kind === 'time-stamp')?.time;
  return inside === undefined ? undefined : { at: inside, kind: 'SERVER' };
}

/** The block's time is reported where it proves the time of its strategy: a stamp that is earlier hides it. */
function merkleBlock(section: ReportSection | undefined): DateFound | undefined {
  const anchor = checkOf(section, 'merkleized.anchor');
  const stamp = checkOf(section, 'merkleized.stamp');
  const at = section?.blocks?.find(({ name }) => name === 'merkleized')?.provenTime;
  if (anchor?.status !== 'PASSED' || at === undefined) return undefined;
  const stamped = stamp?.status === 'PASSED' ? stamp.computed : undefined;
  return stamped !== undefined && Date.parse(at) >= Date.parse(stamped)
    ? undefined
    : { at, kind: anchor.basis };
}

function externalBlock(section: ReportSection | undefined): DateFound | undefined {
  const anchor = checkOf(section, 'external.anchor');
  if (anchor?.status !== 'PASSED') return undefined;
  const at =
    checkOf(section, 'external.time')?.computed ??
    section?.blocks?.find(({ name }) => name === 'external')?.provenTime;
  return at === undefined ? undefined : { at, kind: anchor.basis };
}

/** What shows that a response is an authorized answer about this certificate, and so that its dates are its own. */
const ocspGround = ['ocsp.parse', 'ocsp.cert', 'ocsp.signature', 'ocsp.responder'] as const;

/** thisUpdate. A response that is too old still has its date. */
function ocspDate(section: ReportSection | undefined): DateFound | undefined {
  const time = checkOf(section, 'ocsp.time');
  const fromReason = time?.reason?.detail?.thisUpdate;
  const at =
    time?.status === 'PASSED' ? time.computed : typeof fromReason === 'string' ? fromReason : undefined;
  if (at === undefined) return undefined;
  return { at, kind: basisOf(ocspGround.map((id) => checkOf(section, id))) };
}

function revokedDate(section: ReportSection | undefined, ocsp: DateFound | undefined): DateFound | undefined {
  const status = checkOf(section, 'ocsp.status');
  const fromReason = status?.reason?.detail?.revokedAt;
  const at =
    status?.status === 'PASSED' ? status.computed : typeof fromReason === 'string' ? fromReason : undefined;
  return at === undefined
    ? undefined
    : { at, kind: ocsp?.kind ?? basisOf(ocspGround.map((id) => checkOf(section, id))) };
}

/** The weakest basis of checks that all passed; one that did not leaves the service's word. */
function basisOf(checks: readonly (Check | undefined)[]): Basis {
  if (!checks.every((check) => check?.status === 'PASSED')) return 'SERVER';
  return (
    (['SERVER', 'PINNED', 'CHAIN'] as const).find((basis) =>
      checks.some((check) => check?.basis === basis),
    ) ?? 'RECOMPUTED'
  );
}

/** From the last that is known of the certificate to the signature: said where the policy finds it too long. */
function gapOf(
  section: ReportSection | undefined,
  ocsp: DateFound | undefined,
  signature: string | undefined,
): LedgerSpan[] {
  if (ocsp === undefined || signature === undefined) return [];
  if (checkOf(section, 'ocsp.time')?.status === 'PASSED') return [];
  const length = Date.parse(signature) - Date.parse(ocsp.at);
  if (!(length > 0)) return [];
  const label = m.inspector_time_gap({ length: lengthText(length) });
  return [{ from: ocsp.at, to: signature, label, tone: 'warn' }];
}

/** The dates of the certificate as the check read them: `from – to`. */
function validityOf(section: ReportSection | undefined): LedgerValidity | undefined {
  if (checkOf(section, 'certificate.parse')?.status !== 'PASSED') return undefined;
  const [from, to] = checkOf(section, 'certificate.validity')?.expected?.split(' – ') ?? [];
  if (from === undefined || to === undefined) return undefined;
  return { from, to, label: m.inspector_time_valid() };
}

/** `9 d 6 h`, `41 min`: the two largest units. */
export function lengthText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return `${Math.max(0, Math.floor(milliseconds / 1000))} s`;
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

function dated(key: string, label: string, found: DateFound | undefined): LedgerEntry | undefined {
  return found === undefined ? undefined : { key, label, ...found };
}

/** What the service says; left out where it says the very second that is shown already for the same thing. */
function reportedEntry(
  key: string,
  label: string,
  text: string | undefined,
  ...shownAlready: readonly (DateFound | undefined)[]
): LedgerEntry | undefined {
  const at = readable(text);
  if (at === undefined) return undefined;
  const second = (date: string): number => Math.floor(Date.parse(date) / 1000);
  if (shownAlready.some((one) => one !== undefined && second(one.at) === second(at))) return undefined;
  return { key, label, at, kind: 'SERVER' };
}

function readable(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return instantText(readInstant(text, 'date'));
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

function nameOf(invite: InviteFacts, at: number): string {
  return shown(invite.subject?.commonName ?? String(at + 1));
}

function sectionOf(report: Report, key: string): ReportSection | undefined {
  return report.sections.find((section) => section.key === key);
}

function checkOf(section: ReportSection | undefined, id: CheckId): Check | undefined {
  return section?.checks.find((check) => check.id === id);
}
