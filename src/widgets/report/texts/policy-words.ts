/** How policies and recipes are called, beside the ids by which a report names them. */
import { shown } from '#proofs/encoding/visible-text.ts';
import type { Report } from '#proofs/verdict/report.ts';
import { m } from '#i18n/messages.ts';
import type { PolicyName } from '../../verification/context/verification-context.ts';

export function policyTitle(name: PolicyName): string {
  return titles[name]();
}

/** «Estándar (standard/2)». A policy without a title, as of a file of another program, has its id alone. */
export function policyWords({ inputs: { policy }, wording }: Pick<Report, 'inputs' | 'wording'>): string {
  const id = `${shown(policy.id)}/${policy.version}`;
  if (Object.hasOwn(titles, policy.id))
    return m.verdicts_policy_named({ title: policyTitle(policy.id as PolicyName), id }); // a key of the titles
  return wording === 'internal check'
    ? m.verdicts_policy_named({ title: id, id: m.verdicts_s_internal_chip() })
    : id;
}

/** What a recipe hashes; a recipe that is not known has no sentence. */
export function recipeText(recipe: string): string | undefined {
  return Object.hasOwn(recipeTexts, recipe) ? recipeTexts[recipe]?.() : undefined;
}

const titles: Readonly<Record<PolicyName, () => string>> = {
  standard: () => m.verdicts_policy_standard(),
  strict: () => m.verdicts_policy_strict(),
  internal: () => m.verdicts_policy_internal(),
};

const recipeTexts: Readonly<Record<string, () => string>> = {
  'ascii-hex-sorted/1': () => m.verdicts_recipe_ascii_hex_sorted(),
  'bytes-sorted/1': () => m.verdicts_recipe_bytes_sorted(),
  'openzeppelin-keccak/1': () => m.verdicts_recipe_openzeppelin_keccak(),
  'rfc6962/1': () => m.verdicts_recipe_rfc6962(),
  'mountain-range-keccak/1': () => m.verdicts_recipe_mountain_range_keccak(),
};
