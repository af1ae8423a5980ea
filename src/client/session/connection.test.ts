import { describe, expect, it } from 'vitest';
import { readAddress } from './connection.ts';

describe('a service’s address', () => {
  it.each([
    ['api.example.com', 'https://api.example.com/rest/v1'],
    ['https://api.example.com/', 'https://api.example.com/rest/v1'],
    [' https://api.example.com/base/rest/v1/ ', 'https://api.example.com/base/rest/v1'],
    ['http://127.0.0.1:4310', 'http://127.0.0.1:4310/rest/v1'],
    ['http://localhost:4310/rest/v1', 'http://localhost:4310/rest/v1'],
  ])('%s is %s', (typed, baseUrl) => {
    expect(readAddress(typed)).toEqual({ baseUrl });
  });

  it.each([
    ['', 'not-an-address'],
    ['http://', 'not-an-address'],
    ['http://api.example.com', 'not-https'],
    ['http://127.0.0.1.example.com', 'not-https'],
    ['ftp://api.example.com', 'not-https'],
    ['https://user:pass@api.example.com', 'has-credentials'],
    ['https://api.example.com/?key=1', 'has-query'],
    ['https://api.example.com/#x', 'has-query'],
  ])('refuses %s: %s', (typed, issue) => {
    expect(readAddress(typed)).toEqual({ issue });
  });
});
