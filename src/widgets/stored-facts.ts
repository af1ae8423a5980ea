import type { StoredCounts } from '#jobs/store/stored-data.ts';
import type { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';

/** What this browser keeps, each kind with its number: only what there is some of. */
export function storedFacts(
  counts: StoredCounts,
  format: ReturnType<typeof useFormat>,
): { label: string; value: string }[] {
  const rows: [number, string, string?][] = [
    [counts.drafts, m.stored_drafts()],
    [
      counts.files,
      m.stored_files(),
      m.stored_files_value({ count: format.number(counts.files), size: format.bytes(counts.fileBytes) }),
    ],
    [counts.sends, m.stored_sends()],
    [
      counts.bulks,
      m.stored_bulks(),
      m.stored_bulks_value({
        bulks: format.number(counts.bulks),
        requests: format.number(counts.bulkRequests),
      }),
    ],
    [counts.bulkDrafts, m.stored_bulk_drafts()],
    [counts.certifications, m.stored_certifications()],
    [counts.requests, m.stored_requests()],
    [counts.followUps, m.stored_follow_ups()],
    [counts.savedViews, m.stored_views()],
    [counts.writes, m.stored_writes()],
  ];
  return rows.flatMap(([count, label, value = format.number(count)]) =>
    count > 0 ? [{ label, value }] : [],
  );
}
