import { describe, expect, it } from 'vitest';
import { hashAlgorithmName } from './hash-algorithm.ts';

describe('the name of a hash', () => {
  it('is the standard one for the algorithm of the interface, and where none was sent', () => {
    expect([hashAlgorithmName('SHA256'), hashAlgorithmName(null), hashAlgorithmName(undefined)]).toEqual([
      'SHA-256',
      'SHA-256',
      'SHA-256',
    ]);
  });

  it('is what the service calls it for any other, never SHA-256', () => {
    expect(hashAlgorithmName('SHA3_512')).toBe('SHA3_512');
  });
});
