// In a file of its own, apart from the shapes, so that a browser can name scopes without carrying the schemas.

/** Scopes of a key (Rule AK-4); a key without a list has all of them. */
export const keyScopes = ['read', 'write', 'administer'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Writes that change who may do what: keys, members, and the organization itself. */
const administering: ReadonlySet<string> = new Set([
  'createApiKey',
  'updateApiKey',
  'deleteApiKey',
  'createOrganizationMember',
  'deleteOrganizationMember',
  'updateOrganization',
]);

/** The scope that a key needs for an operation, by its name in the table. An upload address is requested in order to write. */
export function scopeFor(name: string, method: string): KeyScope {
  if (administering.has(name)) return 'administer';
  return method === 'GET' && name !== 'signFileUrl' ? 'read' : 'write';
}
