import type { KeyScope } from '#contract/operations/key-scopes.ts';

/**
 * Who is calling (Rule AU-2): an API key acts as its organization and counts as a member in every rule; an
 * access token acts as its subject, and as a member where a membership exists; nobody at all may hold a
 * request's anonymous key.
 */
export type Caller =
  | {
      readonly kind: 'key';
      readonly keyId: string;
      readonly organizationId: string;
      /** Scopes of the key; absent: all (Rule AK-4). */
      readonly scopes?: readonly KeyScope[] | undefined;
    }
  | { readonly kind: 'token'; readonly subjectId: string; readonly organizationIds: readonly string[] }
  | { readonly kind: 'anonymous' };

/** The organizations a caller is a member of. */
export function organizationsOf(caller: Caller): readonly string[] {
  if (caller.kind === 'key') return [caller.organizationId];
  if (caller.kind === 'token') return caller.organizationIds;
  return [];
}

/** Keys alone have scopes: a token acts as a person (Rule AK-4). */
export function mayDo(caller: Caller, scope: KeyScope): boolean {
  return caller.kind !== 'key' || (caller.scopes?.includes(scope) ?? true);
}

export function isMember(caller: Caller, organizationId: string): boolean {
  return organizationsOf(caller).includes(organizationId);
}
