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

export function checkTimes(policy: Policy, reported: ReportedTimes, now: Instant): Check {
  return runRule(policy, 'case.times', () => {
    const steps = conflictsIn(reported, now);
    const first = steps[0];
    if (first === undefined) return passed({ basis: 'SERVER' });
    return failed(
      'X_TIME_CONFLICT',
      { count: steps.length, first: first.kind, ...first.values },
      { basis: 'SERVER', steps },
    );
  });
}

function conflictsIn(reported: ReportedTimes, now: Instant): Step[] {
  const steps: Step[] = [];
  if (reported.witness !== undefined) witnessConflicts(reported.witness, 'witness', now, steps);
  reported.invites?.forEach((invite, at) => {
    const where = `invites[${at}]`;
    const created = instant(invite.createdAt, `${where}.createdAt`);
    const signed = instant(invite.signedAt, `${where}.signedAt`);
    const rejected = instant(invite.rejectedAt, `${where}.rejectedAt`);
    before(created, signed, 'signed_before_created', where, steps);
    before(created, rejected, 'rejected_before_created', where, steps);
    notAfter(signed, now, 'signed_in_the_future', where, steps);
    if (invite.witness === undefined) return;
    witnessConflicts(invite.witness, `${where}.witness`, now, steps);
    const witnessed = instant(invite.witness.timestampedAt, `${where}.witness.timestampedAt`);
    before(signed, witnessed, 'witnessed_before_signed', where, steps);
  });
  return steps;
}

function witnessConflicts(witness: WitnessFacts, where: string, now: Instant, steps: Step[]): void {
  const created = instant(witness.createdAt, `${where}.createdAt`);
  const strategies = [
    instant(witness.nom151?.createdAt, `${where}.nom151.createdAt`),
    instant(witness.merkleized?.createdAt, `${where}.merkleized.createdAt`),
    instant(witness.external?.timestamp, `${where}.witnessExternal.timestamp`),
  ].filter((time) => !Number.isNaN(time));
  for (const time of strategies) {
    before(created, time, 'strategy_before_created', where, steps);
    notAfter(time, now, 'strategy_in_the_future', where, steps);
  }
  const reported = instant(witness.timestampedAt, `${where}.timestampedAt`);
  if (strategies.length === 0) return;
  const earliest = Math.min(...strategies);
  if (Math.abs(reported - earliest) > tolerance) {
    say('timestamped_at_is_not_the_earliest', where, earliest, reported, steps);
  }
}

function before(first: Instant, second: Instant, kind: string, where: string, steps: Step[]): void {
  if (second < first - tolerance) say(kind, where, first, second, steps);
}

function notAfter(time: Instant, now: Instant, kind: string, where: string, steps: Step[]): void {
  if (time > now + tolerance) say(kind, where, now, time, steps);
}

function say(kind: string, where: string, expected: Instant, reported: Instant, steps: Step[]): void {
  steps.push({ kind, values: { where, expected: instantText(expected), reported: instantText(reported) } });
}

/** A time that is not reported is NaN, which is neither before nor after any other: it is in conflict with none. */
function instant(text: string | undefined, subject: string): Instant {
  return text === undefined ? NaN : readInstant(text, subject);
}
