import ApprovalIcon from '@mui/icons-material/ApprovalOutlined';
import BlockIcon from '@mui/icons-material/BlockOutlined';
import EditNoteIcon from '@mui/icons-material/EditNoteOutlined';
import PersonOffIcon from '@mui/icons-material/PersonOffOutlined';
import UnknownIcon from '@mui/icons-material/HelpOutlineOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import { tally } from '#client/queries/reading.ts';
import { isStub } from '#client/queries/hydration.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { contentKind, type ContentKind } from '#contract/resources/kinds.ts';
import { Age } from '#ui/data/age.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { Name } from '#ui/data/name.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { visibleText } from '#ui/formats/visible-text.ts';
import { RequestProgress } from './request-progress.tsx';
import { WitnessMarks } from '#widgets/witness/witness-marks.tsx';
import { m } from '#i18n/messages.ts';
import { awaitedWords, lateDays, openSince, standingWord, stateWord, type Names } from './standing.ts';
import { knownTally, stateOf, type KnownState } from './state.ts';
import css from './request-cells.module.css';

export function kindWord(kind: ContentKind | undefined): string {
  switch (kind) {
    case 'pdf':
      return m.requests_kind_pdf();
    case 'raw':
      return m.requests_kind_raw();
    case 'json':
      return m.requests_kind_json();
    case 'IOU':
      return m.requests_kind_IOU();
    case undefined:
      return m.requests_kind_unknown();
  }
}

/** Its name; where none was sent, the end of its id tells it from others. */
export function nameOf({ id, name }: SignatureRequest): string {
  if (name) return visibleText(name);
  return name == null && id ? m.requests_unnamed_id({ id: id.slice(-6) }) : m.requests_unnamed();
}

/** What the document is: its kind, and the amount of an IOU. */
export function useKindLine(): (request: SignatureRequest) => string {
  const format = useFormat();
  return ({ content }) => {
    if (!content) return m.requests_kind_not_sent();
    const word = kindWord(contentKind(content));
    const { amount, currency } = content;
    return amount != null && currency ? `${word}, ${format.money(String(amount), currency)}` : word;
  };
}

export function NameCell({ request }: { request: SignatureRequest }) {
  const kindLine = useKindLine();
  return (
    <div className={css.two}>
      <span className={css.name}>
        <Name>{nameOf(request)}</Name>
      </span>
      <span className={css.kind}>{kindLine(request)}</span>
    </div>
  );
}

/** 2/3 and its bar; «no enviado» where the service sent neither invites nor numbers that say who signs. */
export function ProgressCell({ request }: { request: SignatureRequest }) {
  if (tally(request).total > 0) return <RequestProgress request={request} />;
  return knownTally(request) ? <span aria-label={m.requests_state_unsigned()}>—</span> : <NotSent />;
}

export function NotSent() {
  return <span style={{ color: ink.text3 }}>{m.requests_not_sent()}</span>;
}

const tones: Partial<Record<KnownState, 'fail' | 'indet' | 'quiet'>> = {
  rejected: 'fail',
  signed: 'indet',
  witnessed: 'quiet',
  draft: 'quiet',
  unsigned: 'quiet',
  unknown: 'quiet',
};

function StateIcon({ state }: { state: KnownState }) {
  switch (state) {
    case 'draft':
      return <EditNoteIcon aria-hidden="true" />;
    case 'waiting':
      return <ScheduleIcon aria-hidden="true" />;
    case 'rejected':
      return <BlockIcon aria-hidden="true" />;
    case 'signed':
    case 'witnessed':
      return <ApprovalIcon aria-hidden="true" />;
    case 'unsigned':
      return <PersonOffIcon aria-hidden="true" />;
    case 'unknown':
      return <UnknownIcon aria-hidden="true" />;
  }
}

const moreAwaited = / \+\d+$/;

/** Who or what is awaited: shape, word and colour. */
export function StandingCell({ request, names }: { request: SignatureRequest; names: Names }) {
  const state = stateOf(request);
  const words = state === 'waiting' ? awaitedWords(request, names) : stateWord(state);
  return (
    <span className={css.standing} data-tone={tones[state]}>
      <StateIcon state={state} />
      <span className={css.awaited} title={words}>
        {/* A long name is cut with its comma, and how many others are awaited is not. */}
        <span>{words.replace(moreAwaited, '')}</span>
        {moreAwaited.exec(words)?.[0]}
      </span>
    </span>
  );
}

/** Where it stands, in one word. */
export function StateCell({ request }: { request: SignatureRequest }) {
  const state = stateOf(request);
  return (
    <span className={css.standing} data-tone={tones[state]}>
      <StateIcon state={state} />
      <span>{standingWord(request)}</span>
    </span>
  );
}

/** How long it has been open; once nothing is awaited, a dash, which a cell needs and a card does not. */
export function AgeCell({ request, none = '—' }: { request: SignatureRequest; none?: string | null }) {
  const now = useServiceNow(60_000);
  const state = stateOf(request);
  const since = openSince(request);
  if (since === undefined) return none !== null && <span>{none}</span>;
  const late = state === 'waiting' && now.getTime() - Date.parse(since) > lateDays * 86_400_000;
  return <Age since={since} stuck={state === 'waiting' || state === 'signed'} late={late} />;
}

/** How it is preserved, in the service's word. A witness of which only the id came is «no enviado». */
export function MarksCell({ request }: { request: SignatureRequest }) {
  if (isStub(request.witness) || stateOf(request) === 'unknown') return <NotSent />;
  const expected = request.draft
    ? []
    : ([
        ...(request.nom151 ? (['nom151'] as const) : []),
        ...(stateOf(request) === 'signed' ? (['merkleized'] as const) : []),
      ] as const);
  return <WitnessMarks witness={request.witness} expected={expected} />;
}
