// Separate from the schemas, so that a browser can name kinds without loading them.

export const inviteStatuses = ['PENDING', 'SIGNED', 'WITNESSED', 'REJECTED'] as const;
export type InviteStatus = (typeof inviteStatuses)[number];

export const contentKinds = ['raw', 'pdf', 'json', 'IOU'] as const;
export type ContentKind = (typeof contentKinds)[number];

/** The names by which a live deployment filters and wraps kinds of content (Rule SR-6). */
export const contentTypeByKind = {
  raw: 'RawContent',
  pdf: 'PDFContent',
  json: 'JSONContent',
  IOU: 'IOUContent',
} as const satisfies Record<ContentKind, string>;

export const contentTypes = ['RawContent', 'IOUContent', 'JSONContent', 'PDFContent'] as const;

/** What kind of content an answer carries (Rule SR-7): an IOU has a debtor; else the key says it. */
export function contentKind(
  content: Readonly<Record<string, unknown>> | null | undefined,
): ContentKind | undefined {
  if (!content) return undefined;
  if (content.debtor != null) return 'IOU';
  if (content.pdf != null) return 'pdf';
  if (content.json != null) return 'json';
  const hasRaw = Object.keys(content).some((key) => key.startsWith('raw') && content[key] != null);
  return hasRaw ? 'raw' : undefined;
}
