import { useId } from 'react';
import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import type { BlockName } from '#proofs/verdict/compose.ts';
import type { ReportSection } from '#proofs/verdict/report.ts';
import { ConservationMark } from '#ui/verdicts/conservation-marks.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { VerdictChip } from '#ui/verdicts/verdict-chip.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { m } from '#i18n/messages.ts';
import { CheckList, type CheckListProps } from './checks/check-list.tsx';
import { blockLetters, blockName, blockNames } from './texts/part-names.ts';
import { CheckGroup, SectionGroup, type SectionProps } from './section-card.tsx';
import { stampedByWords } from './texts/stamped-by.ts';
import { checksOfBlock, stateOfVerdict } from './texts/verdict-sentence.ts';
import css from './existence-blocks.module.css';

export interface ExistenceBlocksProps extends Omit<CheckListProps, 'checks'> {
  /** A section of a witness: the document's or a signature's. */
  readonly section: ReportSection;
  readonly level?: 2 | 3 | undefined;
  /** Whose blocks they are, for those who listen, where the page has those of several witnesses. */
  readonly of?: string | undefined;
  /** Leaves strategies that were not used out. */
  readonly onlyUsed?: boolean | undefined;
}

/**
 * The proofs of existence of one witness, each with its own verdict, its own time and its checks. They are
 * alternatives: one that failed stays beside one that passed. Put them on a `CheckPaper`.
 */
export function ExistenceBlocks({ section, level, onlyUsed, brief = true, ...list }: ExistenceBlocksProps) {
  const names = blockNames.filter(
    (name) => onlyUsed !== true || section.blocks?.some((block) => block.name === name),
  );
  return names.map((name) => (
    <ExistenceBlock key={name} name={name} section={section} level={level} brief={brief} {...list} />
  ));
}

/** One of the three. */
export function ExistenceBlock({
  name,
  section,
  of,
  level = 2,
  ...list
}: ExistenceBlocksProps & { readonly name: BlockName }) {
  const id = useId();
  const block = section.blocks?.find((one) => one.name === name);
  const Heading = level === 2 ? 'h2' : 'h3';
  const state = block === undefined ? undefined : stateOfVerdict(block.verdict);
  return (
    <CheckGroup aria-labelledby={id} data-section={section.key} data-block={name}>
      <div className="head">
        <span className="mark">
          <ConservationMark
            letter={blockLetters[name]}
            mark={{ state: state === undefined || state === 'NOT_APPLICABLE' ? 'absent' : markState(state) }}
          />
        </span>
        <Heading id={id}>
          {blockName(name)}
          {of !== undefined && <VisuallyHidden>, {of}</VisuallyHidden>}
        </Heading>
        <VerdictChip state={state ?? 'NOT_APPLICABLE'} warnings={block?.verdict.warnings} />
      </div>
      {block === undefined ? (
        <p className="sentence">{m.verdicts_block_absent()}</p>
      ) : (
        <>
          {block.provenTime !== undefined && (
            <p className={css.proven}>
              <span>{m.verdicts_existed_by()}</span>
              <Instant at={block.provenTime} />
              {block.stampedBy !== undefined && <span>{stampedByWords(block.stampedBy)}</span>}
            </p>
          )}
          <CheckList checks={checksOfBlock(section, name)} {...list} />
        </>
      )}
    </CheckGroup>
  );
}

function markState(state: string): 'PASSED' | 'FAILED' | 'INDETERMINATE' {
  return state === 'PASSED' || state === 'FAILED' ? state : 'INDETERMINATE';
}

/** A signature with its certificate and revocation; its own witness is another section. */
export function SignerSection({ title, brief = true, ...props }: SectionProps) {
  return <SectionGroup title={title} brief={brief} mark={<SignerMark />} {...props} />;
}

function SignerMark() {
  return (
    <span className={css.square} aria-hidden="true">
      <BadgeIcon />
    </span>
  );
}
