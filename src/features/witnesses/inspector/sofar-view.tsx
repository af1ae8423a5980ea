import { useId, type ReactNode } from 'react';
import ArrivedIcon from '@mui/icons-material/DoneOutlined';
import DocumentIcon from '@mui/icons-material/DescriptionOutlined';
import AbsentIcon from '@mui/icons-material/WarningAmberOutlined';
import { strategies, strategyDates } from '#client/queries/reading.ts';
import type { Witness } from '#contract/resources/resources.ts';
import type { Check, CheckId } from '#proofs/check.ts';
import type { BlockName } from '#proofs/verdict/compose.ts';
import { Card, Stack } from '#ui/layout/card.tsx';
import { CheckRow } from '#ui/verdicts/check-row.tsx';
import { ConservationMark } from '#ui/verdicts/conservation-marks.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { VerdictBanner } from '#ui/verdicts/verdict-banner.tsx';
import { VerdictChip } from '#ui/verdicts/verdict-chip.tsx';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import type { Piece } from '#widgets/verification/collect/collecting.ts';
import { RecheckButton } from '#widgets/verification/recheck.tsx';
import type { SoFar } from '#widgets/verification/use-evidence-report.ts';
import { blockInitials, blockName, blockNames, sectionName } from '#widgets/report/texts/part-names.ts';
import { CheckGroup, CheckPaper } from '#widgets/report/section-card.tsx';
import { questionOf, reasonSentence } from '#widgets/report/texts/check-sentences.ts';
import { m } from '#i18n/messages.ts';
import { BannerPlace } from './top/verdict-area.tsx';
import { Columns } from './columns.tsx';
import { SectionMark } from './tabs/section-mark.tsx';
import { ComingTabs } from './tabs/witness-tabs.tsx';
import css from './sofar-view.module.css';

/** The rows that a report shows of each part: they stand in their place before they are decided. */
const rows = {
  nom151: ['nom151.imprint', 'nom151.path'],
  merkleized: ['merkleized.root', 'merkleized.stamp', 'merkleized.anchor'],
  external: ['external.root', 'external.anchor'],
  document: ['file.hash'],
  signature: ['signature.rsa', 'certificate.validity', 'certificate.path', 'ocsp.status', 'ocsp.time'],
} as const satisfies Record<string, readonly CheckId[]>;

/**
 * The page of a witness while its evidence is on its way: what came, what is awaited, and the checks that nothing still
 * awaited can change. It is never a verdict: it is given no report.
 */
export function SoFarView({
  witness,
  sofar: { collecting, settled },
  saveCase,
}: {
  witness: Witness;
  sofar: SoFar;
  saveCase: ReactNode;
}) {
  const format = useFormat();
  const { pieces, arrived } = collecting;
  const came = pieces.filter(({ state }) => state === 'arrived').length;
  const isAwaiting = pieces.some(({ state }) => state === 'awaited');
  const isIncomplete = pieces.some(({ state }) => state === 'absent');
  const failed = (settled?.sections ?? []).flatMap(({ checks }) =>
    checks.filter(({ status, level }) => status === 'FAILED' && level === 'FAIL'),
  ).length;
  const count = m.inspector_sofar_count({ arrived: format.number(came), count: pieces.length });
  const sentence = isAwaiting ? m.inspector_sofar_sentence() : m.inspector_sofar_all_here();
  const used = strategies(witness);
  const isUsed = { nom151: !!used.nom151, merkleized: !!used.merkleized, external: !!used.external };
  const dates = strategyDates(witness);
  const reported = (name: BlockName) => (dates[name] ? 'service' : isUsed[name] ? 'queued' : 'absent');
  const checksOf = (key: string) => settled?.sections.find((one) => one.key === key)?.checks ?? [];
  const signers = signersOf(collecting);
  const isOfDocument = arrived.subject !== 'signature';
  return (
    <Stack style={{ gap: 14 }} data-so-far>
      <VisuallyHidden role="status">
        {[sentence, count, ...(failed > 0 ? [m.inspector_sofar_failed({ count: failed })] : [])].join('. ')}
      </VisuallyHidden>
      <BannerPlace>
        <VerdictBanner
          state="RUNNING"
          sentence={sentence}
          facts={
            <>
              <VerdictChip state="NOT_RUN">{m.inspector_sofar_chip()}</VerdictChip>
              <span>{count}</span>
              {failed > 0 && (
                <span className={css.line} data-tone="fail">
                  {m.inspector_sofar_failed({ count: failed })}
                </span>
              )}
              <span className={css.line}>
                {isIncomplete ? m.inspector_sofar_note_absent() : m.inspector_sofar_note()}
              </span>
            </>
          }
          actions={
            <>
              <RecheckButton working isBesideRing onRecheck={() => undefined} />
              {saveCase}
            </>
          }
        />
      </BannerPlace>
      <Columns data-top="" aria-busy={isAwaiting}>
        <CheckPaper>
          {blockNames.map((name) => (
            <Group
              key={name}
              title={blockName(name)}
              mark={<ConservationMark letter={blockInitials[name]} mark={{ state: reported(name) }} />}
              ids={isUsed[name] ? rows[name] : undefined}
              checks={checksOf('witness').filter(({ id }) => id.startsWith(`${name}.`))}
            />
          ))}
        </CheckPaper>
        <Card title={m.inspector_sofar_title()} note={isAwaiting && m.inspector_sofar_awaited()}>
          <PieceList pieces={pieces} nameOf={(at) => signers.find((one) => one.at === at)?.name} />
        </Card>
      </Columns>
      <ComingTabs>
        {(isOfDocument || signers.length > 0) && (
          <CheckPaper>
            {isOfDocument && (
              <Group
                title={sectionName('document')}
                mark={<SectionMark icon={<DocumentIcon />} />}
                ids={rows.document}
                checks={checksOf('document')}
              />
            )}
            {signers.map(({ at, name }) => (
              <Group
                key={at}
                title={name ?? signatureNumber(at)}
                ids={rows.signature}
                checks={checksOf(`invites[${at}]`)}
              />
            ))}
          </CheckPaper>
        )}
      </ComingTabs>
    </Stack>
  );
}

/** Signatures by their place; one that came and is not given yet has nothing to check. */
function signersOf({ pieces, arrived }: SoFar['collecting']): { at: number; name: string | undefined }[] {
  return pieces.flatMap(({ what, at }) => {
    if (what !== 'invite' || at === undefined) return [];
    const came = arrived.signed.find((one) => one.at === at);
    if (came && came.facts.signature === undefined) return [];
    return [{ at, name: visibleName(came?.invite.subject?.commonName) }];
  });
}

const signatureNumber = (at: number): string => m.inspector_signer_number({ number: at + 1 });

/** Without ids it was not used. */
function Group({
  title,
  mark = <VerdictShape state="NOT_RUN" />,
  ids,
  checks,
}: {
  title: string;
  mark?: ReactNode;
  ids: readonly CheckId[] | undefined;
  checks: readonly Check[];
}) {
  const id = useId();
  const known = new Map(checks.map((check) => [check.id, check]));
  // What failed is never left out.
  const more = checks.filter((check) => check.status === 'FAILED' && !ids?.includes(check.id));
  return (
    <CheckGroup aria-labelledby={id}>
      <div className="head">
        <span className="mark">{mark}</span>
        <h2 id={id}>{title}</h2>
        <VerdictChip state={ids ? 'NOT_RUN' : 'NOT_APPLICABLE'}>
          {ids && m.inspector_sofar_to_check()}
        </VerdictChip>
      </div>
      {ids === undefined ? (
        <p className="sentence">{m.verdicts_block_absent()}</p>
      ) : (
        <>
          {more.map((check) => (
            <Decided key={check.id} check={check} />
          ))}
          {ids.map((one) => {
            const check = known.get(one);
            return check ? (
              <Decided key={one} check={check} />
            ) : (
              <div key={one} data-check={one}>
                <CheckRow
                  state="NOT_RUN"
                  word={m.inspector_sofar_to_check()}
                  statement={questionOf({ id: one })}
                />
              </div>
            );
          })}
        </>
      )}
    </CheckGroup>
  );
}

function Decided({ check }: { check: Check }) {
  const { options } = useFormat();
  const { id, status, level, basis, reason } = check;
  return (
    <div data-check={id}>
      <CheckRow
        state={status}
        warns={level !== 'FAIL'}
        warnings={check.warnings?.length}
        basis={basis}
        statement={questionOf(check)}
        detail={status !== 'PASSED' && reason && reasonSentence(reason, id, options)}
      />
    </div>
  );
}

/** Of more signatures than these, how many came is said in one line. */
const mostNamed = 8;

function PieceList({
  pieces,
  nameOf,
}: {
  pieces: readonly Piece[];
  nameOf: (at: number) => string | undefined;
}) {
  const format = useFormat();
  const invites = pieces.filter(({ what }) => what === 'invite');
  const isLong = invites.length > mostNamed;
  const came = invites.filter(({ state }) => state === 'arrived').length;
  const lines = pieces
    .filter(({ what }) => what !== 'invite' || !isLong)
    .map((piece) => ({ state: piece.state, name: pieceName(piece, nameOf) }));
  if (isLong)
    lines.push({
      state: together(invites),
      name: m.inspector_sofar_signatures({
        arrived: format.number(came),
        count: format.number(invites.length),
      }),
    });
  return (
    <ul className={css.pieces}>
      {lines.map(({ state, name }) => (
        <li key={name} data-piece={state}>
          <PieceMark state={state} />
          <span>{name}</span>
          <span className={css.state}>{stateWord(state)}</span>
        </li>
      ))}
    </ul>
  );
}

/** How many pieces stand in one line: awaited while one is, and received only where all came. */
function together(pieces: readonly Piece[]): Piece['state'] {
  const is = (wanted: Piece['state']) => pieces.some(({ state }) => state === wanted);
  if (is('awaited')) return 'awaited';
  return is('absent') ? 'absent' : 'arrived';
}

/** Neither is green: that something came says nothing of whether it holds. */
function PieceMark({ state }: Pick<Piece, 'state'>) {
  if (state === 'arrived') return <ArrivedIcon aria-hidden="true" />;
  if (state === 'absent') return <AbsentIcon aria-hidden="true" />;
  return <VerdictShape state="NOT_RUN" />;
}

function stateWord(state: Piece['state']): string {
  if (state === 'arrived') return m.inspector_sofar_arrived();
  return state === 'absent' ? m.inspector_sofar_absent() : m.inspector_sofar_awaited();
}

function pieceName({ what, at = 0 }: Piece, nameOf: (at: number) => string | undefined): string {
  switch (what) {
    case 'witness':
      return m.inspector_sofar_witness();
    case 'request':
      return m.inspector_sofar_request();
    case 'events':
      return m.inspector_sofar_events();
    case 'document':
      return m.inspector_sofar_document();
    case 'invite': {
      const name = nameOf(at);
      return name === undefined ? signatureNumber(at) : m.inspector_sofar_signature_of({ name });
    }
  }
}
