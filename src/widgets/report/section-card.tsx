import { use, useId, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import type { ReportSection } from '#proofs/verdict/report.ts';
import { ink, media, type } from '#ui/theme/tokens.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { CheckList, type CheckListProps } from './checks/check-list.tsx';
import { sectionName } from './texts/part-names.ts';
import { unreadIn, UnreadPieces, unreadSentence } from './unread.ts';
import { UnreadLine } from './unread-line.tsx';
import { SectionChip } from './section-chip.tsx';
import { sectionSentence, standOf } from './texts/verdict-sentence.ts';

/** A group of checks with its own head; several under each other share one paper. */
export const CheckGroup = styled('section')({
  padding: '14px 18px',
  '& + &': { borderTop: `1px solid ${ink.line}` },
  '& > .head': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 10px',
    minHeight: 24,
    marginBottom: 4,
  },
  '& > .head > .mark': { display: 'flex', width: 20, marginRight: -1, justifyContent: 'center' },
  '& > .head > :is(h2, h3)': { ...type.section, flex: '1 1 150px', minWidth: 0, overflowWrap: 'anywhere' },
  '& > .sentence': { ...type.caption, margin: '0 0 4px', color: ink.text2, overflowWrap: 'anywhere' },
  [media.phone]: { padding: '14px 16px' },
});

/** Its own paper for one or several groups. */
export const CheckPaper = styled('div')({
  minWidth: 0,
  border: `1px solid ${ink.line}`,
  borderRadius: 10,
  background: ink.surface,
  [media.phone]: {
    marginInline: 'var(--bleed, 0)',
    borderRadius: 'var(--card-radius, 10px)',
    borderInlineWidth: 'var(--card-side, 1px)',
  },
});

export interface SectionProps extends Omit<CheckListProps, 'checks'> {
  readonly section: ReportSection;
  readonly title?: ReactNode;
  /** A mark of 20 px before the title. */
  readonly mark?: ReactNode;
  readonly level?: 2 | 3 | undefined;
  /** What could not be loaded, where that is all that its checks would say. */
  readonly unloaded?: string | undefined;
  /** Under the sentence: a person, a certificate, a hash. */
  readonly children?: ReactNode;
}

/** One section: name, verdict of its own, one sentence, its checks. */
export function SectionGroup({ section, title, mark, level = 2, unloaded, children, ...list }: SectionProps) {
  const { options } = useFormat();
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  const stand = standOf(section);
  const unread = unreadIn(section.key, use(UnreadPieces));
  const sentence = unreadSentence(section.checks, unread);
  return (
    <UnreadPieces value={unread}>
      <CheckGroup aria-labelledby={id} data-section={section.key}>
        <div className="head">
          {mark !== undefined && <span className="mark">{mark}</span>}
          <Heading id={id}>{title ?? sectionName(section.key)}</Heading>
          <SectionChip section={section} />
        </div>
        {/* What keeps it from passing is said by the row that does. */}
        {stand === 'not-given' && sentence !== undefined ? (
          <UnreadLine text={sentence} />
        ) : (
          (stand === 'TOTAL_PASSED' || stand === 'not-given') && (
            <p className="sentence">{sectionSentence(section, options)}</p>
          )
        )}
        {children}
        {unloaded === undefined ? (
          <CheckList checks={section.checks} {...list} />
        ) : (
          <UnreadLine text={unloaded} />
        )}
      </CheckGroup>
    </UnreadPieces>
  );
}

/** The same on its own paper. */
export function SectionCard(props: SectionProps) {
  return (
    <CheckPaper>
      <SectionGroup {...props} />
    </CheckPaper>
  );
}
