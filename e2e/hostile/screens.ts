/** Screens of the table, by the addresses that lead to them. */
export const screens = [
  'requests',
  'board',
  'request',
  'composer',
  'witness',
  'verify',
  'directory',
  'endorsements',
  'rates',
  'organization',
  'overview',
  'subject',
  'witnesses',
  'certificates',
] as const;
export type Screen = (typeof screens)[number];
