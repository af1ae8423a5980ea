import type { Certificate } from '#contract/resources/resources.ts';
import { m } from '#i18n/messages.ts';

/** The key of a certificate or of an issuer, by the service's word. */
export function keyWords({ publicKey }: Pick<Certificate, 'publicKey'>): string | undefined {
  // Exponent and modulus are sometimes swapped: the longer of the two is the modulus.
  const longest = [publicKey?.modulus, publicKey?.exponent]
    .map((text) => (text ?? '').replace(/^(0x)?0*/i, ''))
    .sort((a, b) => b.length - a.length)[0];
  if (!longest) return undefined;
  const bits = (longest.length - 1) * 4 + Number.parseInt(longest[0] ?? '0', 16).toString(2).length;
  return m.directory_key_rsa({ bits });
}
