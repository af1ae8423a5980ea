import { visibleName } from '#ui/formats/visible-text.ts';

/** The name under which a hash is shown: the standard one where its algorithm is known, else as the service calls it. */
export function hashAlgorithmName(algorithm: string | null | undefined): string {
  // The interface knows one algorithm, and services may leave it out.
  if (algorithm == null || algorithm === 'SHA256') return 'SHA-256';
  return visibleName(algorithm) ?? algorithm;
}
