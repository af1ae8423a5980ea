import type { RequestOptions, TestService } from '../../testing/service.ts';

/** What a refusal says: `409 input.subject`, or the status alone where no field is named. */
export async function refusal(service: TestService, path: string, options: RequestOptions): Promise<string> {
  const answer = await service.request(`/rest/v1${path}`, options);
  const body = (await answer.json()) as { errors?: { path?: string[]; message: string }[] };
  const field = body.errors?.[0]?.path?.join('.');
  return `${answer.status}${field ? ` ${field}` : ''}`;
}

/** A write that is refused, and what it says. */
export const refusedWrite = (
  service: TestService,
  method: string,
  path: string,
  as: string,
  input: object,
): Promise<string> => refusal(service, path, { method, as, body: { input } });

/** A page of ids. */
export async function idsOf(service: TestService, path: string, as: string): Promise<string[]> {
  const { results } = await service.get<{ results: { id: string }[] }>(path, as);
  return results.map(({ id }) => id);
}

export const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
