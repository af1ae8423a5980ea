/**
 * `case.times`: do the times that the service tells stand in an order that can be true? They are its word and pass
 * no other check; a conflict is a warning.
 */
import type { Check, Step } from '../check.ts';
import type { InviteFacts, WitnessFacts } from '../evidence/facts.ts';
import { instantText, readInstant, type Instant } from '../encoding/instant.ts';
import { failed, runRule, passed } from './finding.ts';
import type { Policy } from '../policy/policy.ts';

export interface ReportedTimes {
  readonly witness?: WitnessFacts;
  readonly invites?: readonly InviteFacts[];
}

/** Clocks of several machines: what lies closer together than this is not in conflict. */
const tolerance = 2 * 60 * 1000;

export function checkTimes(policy: Policy, told: ReportedTimes, now: Instant): Check {
  return runRule(policy, 'case.times', () => {
    const steps = conflictsIn(told, now);
    const first = steps[0];
    if (first === undefined) return passed({ basis: 'SERVER' });
    return failed(
      'X_TIME_CONFLICT',
      { count: steps.length, first: first.kind, ...first.values },
      { basis: 'SERVER', steps },
    );
  });
}

function conflictsIn(told: ReportedTimes, now: Instant): Step[] {
  const found: Step[] = [];
  if (told.witness !== undefined) witnessConflicts(told.witness, 'witness', now, found);
  told.invites?.forEach((invite, at) => {
    const where = `invites[${at}]`;
    const created = instant(invite.createdAt, `${where}.createdAt`);
    const signed = instant(invite.signedAt, `${where}.signedAt`);
    const rejected = instant(invite.rejectedAt, `${where}.rejectedAt`);
    before(created, signed, 'signed_before_created', where, found);
    before(created, rejected, 'rejected_before_created', where, found);
    notAfter(signed, now, 'signed_in_the_future', where, found);
    if (invite.witness === undefined) return;
    witnessConflicts(invite.witness, `${where}.witness`, now, found);
    const witnessed = instant(invite.witness.timestampedAt, `${where}.witness.timestampedAt`);
    before(signed, witnessed, 'witnessed_before_signed', where, found);
  });
  return found;
}

function witnessConflicts(witness: WitnessFacts, where: string, now: Instant, found: Step[]): void {
  const created = instant(witness.createdAt, `${where}.createdAt`);
  const strategies = [
    instant(witness.nom151?.createdAt, `${where}.nom151.createdAt`),
    instant(witness.merkleized?.createdAt, `${where}.merkleized.createdAt`),
    instant(witness.external?.timestamp, `${where}.witnessExternal.timestamp`),
  ].filter((time) => !Number.isNaN(time));
  for (const time of strategies) {
    before(created, time, 'strategy_before_created', where, found);
    notAfter(time, now, 'strategy_in_the_future', where, found);
  }
  const told = instant(witness.timestampedAt, `${where}.timestampedAt`);
  if (strategies.length === 0) return;
  const earliest = Math.min(...strategies);
  if (Math.abs(told - earliest) > tolerance) {
    say('timestamped_at_is_not_the_earliest', where, earliest, told, found);
  }
}

function before(first: Instant, second: Instant, kind: string, where: string, found: Step[]): void {
  if (second < first - tolerance) say(kind, where, first, second, found);
}

function notAfter(time: Instant, now: Instant, kind: string, where: string, found: Step[]): void {
  if (time > now + tolerance) say(kind, where, now, time, found);
}

function say(kind: string, where: string, expected: Instant, told: Instant, found: Step[]): void {
  found.push({ kind, values: { where, expected: instantText(expected), told: instantText(told) } });
}

/** A time that is not told is NaN, which is neither before nor after any other: it is in conflict with none. */
function instant(text: string | undefined, subject: string): Instant {
  return text === undefined ? NaN : readInstant(text, subject);
}
