import { describe, expect, it } from 'vitest';
import { verifyAddress } from './verify-address.ts';

describe('the address where a report on paper is verified', () => {
  it('is that of the service', () => {
    expect(verifyAddress('https://testigo.example')).toBe('https://testigo.example/verify');
    expect(verifyAddress('http://192.168.1.20:8080')).toBe('http://192.168.1.20:8080/verify');
  });

  it.each(['http://127.0.0.1:43871', 'http://localhost:3000', 'http://[::1]:8080'])(
    'is left out on %s, which leads nowhere from another computer',
    (origin) => expect(verifyAddress(origin)).toBeUndefined(),
  );
});
