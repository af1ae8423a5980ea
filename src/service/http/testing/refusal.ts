import { expect } from 'vitest';
import { bodyOfError } from './stub-app.ts';

/** Status and first named field of an error answer, whose body must say the same status. */
export async function refusal(response: Response): Promise<[number, (string | number)[] | undefined]> {
  const [first] = (await bodyOfError(response)).errors;
  expect(first?.extensions.http.status).toBe(response.status);
  expect(first?.message).toMatch(/\S/);
  return [response.status, first?.path];
}
