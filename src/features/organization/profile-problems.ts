import { m } from '#words/words.ts';

export interface Profile {
  readonly name: string;
  readonly emailAddress: string;
  readonly logo: string;
}

export type ProfileField = keyof Profile;

/**
 * What the contract would refuse, by field, each naming the field and its rule. Only what was changed is
 * judged: what the service has already is its own affair.
 */
export function problemsOf(
  profile: Profile,
  changed: readonly ProfileField[],
): Partial<Record<ProfileField, string>> {
  const { name, emailAddress, logo } = profile;
  const problems: Partial<Record<ProfileField, string>> = {};
  if (changed.includes('name') && (name.trim() === '' || name.trim().length > 256))
    problems.name = m.organization_name_rule();
  if (
    changed.includes('emailAddress') &&
    (!/^[^\s@]+@[^\s@]+$/.test(emailAddress.trim()) || emailAddress.trim().length > 254)
  )
    problems.emailAddress = m.organization_email_rule();
  if (changed.includes('logo') && logo.trim().length > 2048) problems.logo = m.organization_logo_rule();
  return problems;
}
