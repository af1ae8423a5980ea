import { describe, expect, it } from 'vitest';
import { heldSharedKey, holdSharedKey, sharedKeyIn } from './shared-key.ts';

describe('a shared link’s key', () => {
  it('SR-9 is read from the fragment alone, whole or not at all', () => {
    expect(sharedKeyIn('#k=abc-123')).toBe('abc-123');
    expect(sharedKeyIn('#k=a%2Fb')).toBe('a/b');
    expect(sharedKeyIn('#k=%zz')).toBe('%zz');
    for (const hash of ['', '#', '#k=', '#key=abc', '#k=a&b=c', `#k=${'x'.repeat(513)}`])
      expect(sharedKeyIn(hash), hash).toBeUndefined();
  });

  it('is held for its own path only', () => {
    holdSharedKey('/requests/1', 'one');
    expect(heldSharedKey('/requests/1')).toBe('one');
    expect(heldSharedKey('/requests/2')).toBeUndefined();
  });
});
