import { z } from 'zod/mini';
import { everyOperation, sandboxFaultKinds, sandboxFaultLimits } from '#contract/sandbox/injected-faults.ts';
import type { SandboxFaultRule, SandboxFaultSetting } from '#contract/sandbox/injected-faults.ts';
import { InputError } from '../answer.ts';
import { canInject } from './fault-plans.ts';
import { parseWith } from '../issues.ts';
import type { Reason } from '../issues.ts';

const integerBetween = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most));
const { rules, delay, retryAfter, seed } = sandboxFaultLimits;

const Rule = z.strictObject({
  operation: z.string(),
  fault: z.enum(sandboxFaultKinds),
  rate: z.number().check(z.gte(0), z.lte(1)),
  milliseconds: z.optional(integerBetween(0, delay)),
  retryAfter: z.optional(integerBetween(1, retryAfter)),
  times: z.optional(integerBetween(1, 1_000_000)),
});
const Setting = z.strictObject({
  seed: z.optional(integerBetween(0, seed)),
  faults: z.array(Rule).check(z.maxLength(rules)),
});

/**
 * What is to be set (Rule ST-20).
 *
 * @param operations names that a rule may have, beside `*`
 * @throws InputError 422 with the path of every field that is not as it has to be
 */
export function readFaultSetting(
  body: unknown,
  operations: readonly string[],
): Required<SandboxFaultSetting> {
  const parsed = parseWith(Setting, body, []);
  if ('reasons' in parsed) throw new InputError('unprocessable', parsed.reasons, { rule: 'ST-20' });
  const { seed = 0, faults } = parsed.value;
  // Absent fields are absent in the report, too.
  const rules = faults.map((rule) => withoutAbsent(rule));
  const reasons = rules.flatMap((rule, index) => reasonsAgainst(rule, index, rules, operations));
  if (reasons.length > 0) throw new InputError('unprocessable', reasons, { rule: 'ST-20' });
  return { seed, faults: rules };
}

function reasonsAgainst(
  rule: SandboxFaultRule,
  index: number,
  all: readonly SandboxFaultRule[],
  operations: readonly string[],
): Reason[] {
  const { operation, fault } = rule;
  const about = (field: keyof SandboxFaultRule, why: string): Reason => ({
    path: ['faults', index, field],
    message: `faults.${index}.${field}: ${why}.`,
  });
  if (operation !== everyOperation && !operations.includes(operation))
    return [about('operation', 'this service has no operation of that name; GET lists them, `*` is all')];
  const twin = all.findIndex((other) => other.operation === operation && other.fault === fault);
  return [
    ...(canInject(fault, operation)
      ? []
      : [about('fault', `the answer of ${operation} has nothing that ${fault} could corrupt`)]),
    ...(twin < index ? [about('fault', `faults.${twin} has the same operation and fault`)] : []),
    ...(rule.milliseconds !== undefined && fault !== 'delay'
      ? [about('milliseconds', 'only a delay has it')]
      : []),
    ...(rule.retryAfter !== undefined && fault !== '429' && fault !== '503'
      ? [about('retryAfter', 'only 429 and 503 have it')]
      : []),
  ];
}

function withoutAbsent(rule: z.infer<typeof Rule>): SandboxFaultRule {
  const { operation, fault, rate, milliseconds, retryAfter: seconds, times } = rule;
  return {
    operation,
    fault,
    rate,
    ...(milliseconds === undefined ? {} : { milliseconds }),
    ...(seconds === undefined ? {} : { retryAfter: seconds }),
    ...(times === undefined ? {} : { times }),
  };
}
