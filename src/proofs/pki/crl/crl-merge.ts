/** Complete lists brought up to date by delta lists (RFC 5280 §5.2.4, §6.3.3 (c) and (i) to (k)). */
import { toHex } from '../../encoding/bytes.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { isRemoval, type CrlEntry } from './crl-entries.ts';
import type { Crl } from './crl.ts';
import type { ScopedList } from './crl-scope.ts';
import { nameKey, sameName } from '../certificate/names.ts';
import type { Moment } from '../path/trust.ts';

/** What should hold and does not. */
export interface Want {
  readonly rule: string;
}

/** Status of a certificate by a complete list together with the delta lists that continue it. */
export interface Opinion {
  readonly entry: CrlEntry | undefined;
  /** Whether silence about the certificate counts as "not revoked"; else what is wanting. */
  readonly silence: 'counts' | Want;
  /** What no other list can make up for. */
  readonly doubt?: Want;
}

/** The list must reach up to the time in question and must not come from the future; a newer one says even more. */
export function currencyIssue(crl: Crl, certificate: Certificate, { at, now }: Moment): Want | undefined {
  const reach = crl.nextUpdate ?? -Infinity;
  if (crl.thisUpdate > now || reach < at) return { rule: 'a list is current at the time' };
  return expiryIssue(crl, certificate);
}

/**
 * Entries of expired certificates may be gone (RFC 5280 §3.3), so a list from after the expiry says nothing, unless
 * it says that it keeps them.
 */
function expiryIssue(crl: Crl, certificate: Certificate): Want | undefined {
  if (crl.thisUpdate <= certificate.notAfter || crl.keepsExpired) return undefined;
  return { rule: 'a list was issued before the certificate expired' };
}

/** The entry about this certificate: by the issuer that the entry is about (§5.3.3) and by serial number. */
export function entryOf(crl: Crl, certificate: Certificate): CrlEntry | undefined {
  const entries = sameName(crl.issuer, certificate.issuer)
    ? crl.entries
    : crl.entriesOfOthers.get(nameKey(certificate.issuer));
  return entries?.get(toHex(certificate.serialNumber));
}

/**
 * The delta lists that continue a complete list, in their order. Each continues what the ones before it have made
 * of the list (§5.2.4 (b)). Whether one key signed them all (§6.3.3 (h)) is for the caller to say.
 */
export function updatesOf(
  base: ScopedList,
  deltas: readonly ScopedList[],
  isByKeyOf: (delta: Crl, base: Crl) => boolean,
): Crl[] {
  const updates: Crl[] = [];
  let reached = base.crl.number;
  if (reached === undefined) return [];
  for (const delta of [...deltas].sort(byNumber)) {
    const { number, baseNumber } = delta.crl;
    if (number === undefined || baseNumber === undefined || !isOfOneKind(base, delta)) continue;
    // §5.2.4: the base number is not above what is at hand, and the list is newer than that.
    if (number <= reached || baseNumber > reached || !isByKeyOf(delta.crl, base.crl)) continue;
    updates.push(delta.crl);
    reached = number;
  }
  return updates;
}

/** §6.3.3 (c): the same issuer, the same scope, the same authority key identifier. */
function isOfOneKind(base: ScopedList, delta: ScopedList): boolean {
  return base.scope === delta.scope && base.crl.authorityKeyIdentifier === delta.crl.authorityKeyIdentifier;
}

function byNumber({ crl: a }: ScopedList, { crl: b }: ScopedList): number {
  const [first, second] = [a.number ?? -1n, b.number ?? -1n];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** A complete list of the same scope that is as new already has what the delta list says. */
export function isSuperseded(delta: ScopedList, base: ScopedList): boolean {
  const { number } = delta.crl;
  if (number === undefined || base.crl.number === undefined) return false;
  return base.scope === delta.scope && number <= base.crl.number;
}

/**
 * The last word counts (§6.3.3 (i) to (k)): a later entry replaces an earlier one, keeping the earlier of both
 * dates, and an entry "removeFromCRL" takes it back. A delta list that is over may still revoke, but takes nothing back.
 */
export function opinionOf(
  base: Crl,
  updates: readonly Crl[],
  certificate: Certificate,
  moment: Moment,
): Opinion {
  const lastCurrent = updates.findLastIndex((delta) => !currencyIssue(delta, certificate, moment));
  // §5.2.4: what a delta list continues need not be current itself, but it must have had the entry.
  const issue = lastCurrent < 0 ? currencyIssue(base, certificate, moment) : expiryIssue(base, certificate);
  if (issue !== undefined) return { entry: undefined, silence: issue };
  let entry = entryOf(base, certificate);
  let liftedLater = false;
  for (const [index, delta] of updates.entries()) {
    const update = entryOf(delta, certificate);
    if (update === undefined) continue;
    if (!isRemoval(update)) {
      entry = { ...update, revokedAt: Math.min(update.revokedAt, entry?.revokedAt ?? Infinity) };
      liftedLater = false;
    } else if (entry !== undefined && index <= lastCurrent && !expiryIssue(delta, certificate)) {
      // Lifted after the time in question it may well have stood then.
      liftedLater = delta.thisUpdate > moment.at && entry.revokedAt <= moment.at;
      entry = undefined;
    }
  }
  const lone = base.needsDelta && lastCurrent < 0;
  const silence = lone ? ({ rule: 'a delta list is at hand' } as const) : 'counts';
  return liftedLater
    ? { entry, silence, doubt: { rule: 'a hold was lifted before the time' } }
    : { entry, silence };
}
