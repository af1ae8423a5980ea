import { localPreferences } from '#client/session/preferences.ts';
import { signatureOf, type Role } from './mapping.ts';

const place = 'bulk-columns';
/** Tables whose columns are remembered. */
const most = 40;

const roleCodes: Readonly<Record<Role, string>> = {
  ignore: '-',
  document: 'd',
  name: 'n',
  signer: 's',
  nom151: 'c',
};

/**
 * What the columns of such a table hold, as the reader chose it last. Of the table only a number made of the names of
 * its columns is stored, nothing of what is in them.
 */
export function recallRoles(columns: readonly string[]): readonly Role[] | undefined {
  const written = entries().find(([key]) => key === digestOf(columns))?.[1];
  if (written?.length !== columns.length) return undefined;
  const roles = Array.from(written).map((code) => roleOf(code));
  return roles.every((role) => role !== undefined) ? roles : undefined;
}

export function rememberRoles(columns: readonly string[], roles: readonly Role[]): void {
  const key = digestOf(columns);
  const written = roles.map((role) => roleCodes[role]).join('');
  const others = entries().filter(([other]) => other !== key);
  localPreferences.set(
    place,
    [[key, written], ...others]
      .slice(0, most)
      .map((entry) => entry.join(':'))
      .join(' '),
  );
}

function roleOf(code: string): Role | undefined {
  // The table above is of roles alone.
  return (Object.keys(roleCodes) as Role[]).find((role) => roleCodes[role] === code);
}

function entries(): [string, string][] {
  return (localPreferences.get(place) ?? '').split(' ').flatMap((entry): [string, string][] => {
    const [key, written] = entry.split(':');
    return key && written ? [[key, written]] : [];
  });
}

/** 53 bits of the names: tables that share them by chance have their columns guessed wrong, and shown. */
function digestOf(columns: readonly string[]): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const character of signatureOf(columns)) {
    const code = character.charCodeAt(0);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return (4294967296 * (2097151 & (low >>> 0)) + (high >>> 0)).toString(36);
}
