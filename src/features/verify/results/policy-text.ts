import type { PolicyName } from '#widgets/verification/context/verification-context.ts';
import { m } from '#i18n/messages.ts';

export function policyDescription(name: PolicyName): string {
  switch (name) {
    case 'standard':
      return m.verify_policy_standard_text();
    case 'strict':
      return m.verify_policy_strict_text();
    case 'internal':
      return m.verify_policy_internal_text();
  }
}
