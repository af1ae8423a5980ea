import type { Connection } from '#client/session/connection.ts';

/** The host of the service that is connected. */
export const hostOf = (connection: Connection | undefined): string =>
  connection === undefined ? '—' : new URL(connection.baseUrl).host;
