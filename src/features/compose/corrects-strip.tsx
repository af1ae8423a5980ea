import CorrectIcon from '@mui/icons-material/EditOutlined';
import type { Draft, NotCopied } from '#jobs/drafts/draft-shape.ts';
import { Link } from '#ui/actions/link.tsx';
import { Strip, WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import type { Composer } from './use-composer.ts';

/** Which rejected request the draft corrects, who rejected it and when, and what of it could not be copied. */
export function CorrectsStrip({ composer }: { composer: Composer }) {
  const { draft, document } = composer;
  const { corrects } = draft;
  if (!corrects) return null;
  const gaps = corrects.notCopied.filter((reason) => isOpen(reason, draft, document !== undefined));
  return (
    <>
      <Strip icon={<CorrectIcon aria-hidden="true" />}>
        {m.correcting_corrects()}{' '}
        <Link to={paths.request(corrects.id)}>{corrects.name || m.requests_unnamed()}</Link>
        <Rejection corrects={corrects} />
      </Strip>
      {gaps.length > 0 && (
        <WarningStrip framed={false}>{gaps.map((reason) => wordsOf(reason)).join(' ')}</WarningStrip>
      )}
    </>
  );
}

function Rejection({ corrects: { by, rejectedAt } }: { corrects: NonNullable<Draft['corrects']> }) {
  const format = useFormat();
  const names = format.list(by);
  if (!names) return rejectedAt ? `. ${m.correcting_rejected_on({ day: format.day(rejectedAt) })}` : null;
  return rejectedAt
    ? `. ${m.correcting_rejected_by_on({ names, day: format.day(rejectedAt) })}`
    : `. ${m.correcting_rejected_by({ names })}`;
}

/** What was filled in since is missing no more. */
function isOpen(reason: NotCopied, { signers, iou }: Draft, hasDocument: boolean): boolean {
  switch (reason) {
    case 'signers':
      return signers.length === 0;
    case 'iou':
      return !(iou?.amount && iou.debtor && iou.creditor && iou.latitude && iou.longitude);
    case 'document-missing':
    case 'document-unread':
    case 'document-damaged':
    case 'document-no-room':
      return !hasDocument;
  }
}

function wordsOf(reason: NotCopied): string {
  switch (reason) {
    case 'document-missing':
      return m.correcting_document_missing();
    case 'document-unread':
      return m.correcting_document_unread();
    case 'document-damaged':
      return m.correcting_document_damaged();
    case 'document-no-room':
      return m.correcting_document_no_space();
    case 'signers':
      return m.correcting_signers();
    case 'iou':
      return m.correcting_iou();
  }
}
