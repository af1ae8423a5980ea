import { use, useId, type ReactNode } from 'react';
import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import type { BlockName } from '#proofs/verdict/compose.ts';
import type { ReportSection } from '#proofs/verdict/report.ts';
import { ConservationMark, type Mark } from '#ui/verdicts/conservation-marks.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { VerdictChip, verdictWord } from '#ui/verdicts/verdict-chip.tsx';
import type { VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { m } from '#i18n/messages.ts';
import { CheckList, type CheckListProps } from './checks/check-list.tsx';
import { blockInitials, blockName, blockNames } from './texts/part-names.ts';
import { CheckGroup, SectionGroup, type SectionProps } from './section-card.tsx';
import { stampedByShortly } from './texts/stamped-by.ts';
import { waitsForNodes } from './texts/unqueried.ts';
import { checksOfBlock, stateOfVerdict } from './texts/verdict-sentence.ts';
import { unreadIn, UnreadPieces } from './unread.ts';
import css from './existence-blocks.module.css';

export interface ExistenceBlocksProps extends Omit<CheckListProps, 'checks'> {
  /** A section of a witness: the document's or a signature's. */
  readonly section: ReportSection;
  readonly level?: 2 | 3 | undefined;
  /** Whose blocks they are, for those who listen, where the page has those of several witnesses. */
  readonly of?: string | undefined;
  /** Leaves strategies that were not used out. */
  readonly onlyUsed?: boolean | undefined;
  /** Makes of the mark of a strategy what explains it. */
  readonly explainMark?: ((name: BlockName, mark: ReactNode) => ReactNode) | undefined;
}

/**
 * The proofs of existence of one witness, each with its own verdict, its own time and its checks. They are
 * alternatives: one that failed stays beside one that passed. Put them on a `CheckPaper`.
 */
export function ExistenceBlocks({ section, level, onlyUsed, ...list }: ExistenceBlocksProps) {
  const names = blockNames.filter(
    (name) => onlyUsed !== true || section.blocks?.some((block) => block.name === name),
  );
  return (
    <UnreadPieces value={unreadIn(section.key, use(UnreadPieces))}>
      {names.map((name) => (
        <ExistenceBlock key={name} name={name} section={section} level={level} {...list} />
      ))}
    </UnreadPieces>
  );
}

/** One of the three. */
export function ExistenceBlock({
  name,
  section,
  of,
  level = 2,
  explainMark,
  ...list
}: ExistenceBlocksProps & { readonly name: BlockName }) {
  const id = useId();
  const block = section.blocks?.find((one) => one.name === name);
  const Heading = level === 2 ? 'h2' : 'h3';
  const checks = checksOfBlock(section, name);
  const isWaiting = block !== undefined && waitsForNodes(block.verdict, checks);
  const state =
    block === undefined ? 'NOT_APPLICABLE' : isWaiting ? 'NOT_RUN' : stateOfVerdict(block.verdict);
  const letter = blockInitials[name];
  const words = `${blockName(name)}: ${isWaiting ? m.inspector_unqueried() : verdictWord(state)}`;
  return (
    <CheckGroup aria-labelledby={id} data-section={section.key} data-block={name}>
      <div className="head">
        <span className="mark">
          {explainMark === undefined ? (
            <ConservationMark letter={letter} mark={{ state: markState(state), words }} />
          ) : (
            explainMark(name, <ConservationMark letter={letter} mark={{ state: markState(state), words }} />)
          )}
        </span>
        <Heading id={id}>
          {blockName(name)}
          {of !== undefined && <VisuallyHidden>, {of}</VisuallyHidden>}
        </Heading>
        <VerdictChip state={state} warnings={block?.verdict.warnings}>
          {isWaiting ? m.inspector_unqueried() : undefined}
        </VerdictChip>
      </div>
      {block === undefined ? (
        <p className="sentence">{m.verdicts_block_absent()}</p>
      ) : (
        <>
          {block.provenTime !== undefined && (
            <p className={css.proven}>
              <span>
                {m.verdicts_existed_by()} <Instant at={block.provenTime} />
              </span>
              {block.stampedBy !== undefined && <span>{stampedByShortly(block.stampedBy)}</span>}
            </p>
          )}
          <CheckList checks={checks} {...list} />
        </>
      )}
    </CheckGroup>
  );
}

function markState(state: VerdictState): Mark['state'] {
  if (state === 'NOT_APPLICABLE') return 'absent';
  if (state === 'NOT_RUN') return 'service';
  return state === 'PASSED' || state === 'FAILED' ? state : 'INDETERMINATE';
}

/** A signature with its certificate and revocation; its own witness is another section. */
export function SignerSection(props: SectionProps) {
  return <SectionGroup mark={<SignerMark />} {...props} />;
}

function SignerMark() {
  return (
    <span className={css.square} aria-hidden="true">
      <BadgeIcon />
    </span>
  );
}
