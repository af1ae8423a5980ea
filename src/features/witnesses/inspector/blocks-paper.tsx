import type { ReactNode } from 'react';
import DocumentIcon from '@mui/icons-material/DescriptionOutlined';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import type { Check } from '#proofs/check.ts';
import type { Report, ReportSection } from '#proofs/verdict/report.ts';
import { ExistenceBlocks, SignerSection } from '#widgets/report/existence-blocks.tsx';
import { CheckPaper, SectionGroup } from '#widgets/report/section-card.tsx';
import { inviteIndexOf } from '#widgets/report/texts/part-names.ts';
import { m } from '#i18n/messages.ts';
import type { Place } from './place.ts';
import type { ActOnNext } from '#widgets/verification/next-action.ts';
import css from './blocks-paper.module.css';

/** What the verdict stands on: what is witnessed, a document or a signature, each proof of existence, each signature, and what contradicts. */
export function BlocksPaper({
  report,
  names,
  place,
  onGo,
  onNext,
  documentActions,
}: {
  report: Report;
  names: readonly string[];
  place: Place | undefined;
  /** Shows a check in the pane beside; without it each row opens its own detail. */
  onGo: ((place: Place) => void) | undefined;
  onNext: ActOnNext;
  documentActions: ReactNode;
}) {
  const of = (key: string): ReportSection | undefined => report.sections.find((one) => one.key === key);
  const list = (section: string) => ({
    onNext,
    selectedId: place?.section === section ? place.id : undefined,
    ...(onGo && { onSelect: ({ id }: Check) => onGo({ section, id, ...blockOf(id) }) }),
  });
  const [document, witness, contradictions] = [of('document'), of('witness'), of('case')];
  const witnessed = of('signature');
  const signatures = report.sections.filter(({ key, counts }) => counts && inviteIndexOf(key) !== undefined);
  return (
    <CheckPaper>
      {witness && <ExistenceBlocks section={witness} {...list('witness')} />}
      {document && (
        <SectionGroup section={document} mark={<DocumentMark />} {...list('document')}>
          {documentActions}
        </SectionGroup>
      )}
      {witnessed && <SignerSection section={witnessed} brief={false} {...list('signature')} />}
      {signatures.map((section) => (
        <SignerSection
          key={section.key}
          section={section}
          title={names[inviteIndexOf(section.key) ?? 0]}
          {...list(section.key)}
        />
      ))}
      {contradictions && (
        <SectionGroup
          section={contradictions}
          title={m.inspector_contradictions()}
          mark={<QuoteMark />}
          {...list('case')}
        />
      )}
    </CheckPaper>
  );
}

function blockOf(id: Check['id']): Pick<Place, 'block'> {
  const block = (['nom151', 'merkleized', 'external'] as const).find((name) => id.startsWith(`${name}.`));
  return block ? { block } : {};
}

const DocumentMark = () => (
  <span className={css.square} aria-hidden="true">
    <DocumentIcon />
  </span>
);

const QuoteMark = () => (
  <span className={css.square} aria-hidden="true">
    <QuoteIcon />
  </span>
);
