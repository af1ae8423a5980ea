import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SendOperation, SendPlan } from '#api/operations/send-operation.ts';
import { journal } from '#api/operations/journal.ts';
import { useSends } from '#api/operations/use-sends.tsx';
import { useConnection } from '#api/session-context.tsx';
import type { Draft } from '#api/store/draft-shape.ts';
import { drafts } from '#api/store/drafts.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmInPlace } from '#ui/confirm-in-place.tsx';
import { ink, media } from '#ui/ink.ts';
import { PageFrame } from '#ui/page-frame.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { onHandedOver, takeHandedOver } from '#widgets/handover.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#words/words.ts';
import { DocumentFacts, FileSection } from './document-section.tsx';
import { DraftList } from './draft-list.tsx';
import { HeldElsewhere, NotKept } from './draft-strips.tsx';
import { iouOf, normalAmount, type Parties } from './iou.ts';
import { agreementOf } from './iou-check.ts';
import { PartBoundary } from './part-boundary.tsx';
import { problemsOf, type Problems } from './problems.ts';
import { refusedSigner, SendPanel, useQuota } from './send-panel.tsx';
import { isInvitable, SignersSection, useSigners } from './signers-section.tsx';
import { useComposer, type ComposedDocument, type Composer } from './use-composer.ts';
import type { DraftHold } from './use-draft-hold.ts';
import { useParties } from './use-parties.ts';

const DocumentPreview = lazy(async () => ({
  default: (await import('#widgets/preview/document-preview.tsx')).DocumentPreview,
}));
const IouSection = lazy(async () => ({ default: (await import('./iou-section.tsx')).IouSection }));

const Panes = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(320px, 384px) minmax(0, 1fr) 312px',
  flex: 1,
  minHeight: 0,
  borderTop: `1px solid ${ink.line}`,
  '& > .preview': { minHeight: 0, borderRight: `1px solid ${ink.line}` },
  // What is positioned inside a pane scrolls with it, and does not make the window longer.
  '& > .form, & > .side': { position: 'relative' },
  '& > .form': { minHeight: 0, padding: '24px 28px 40px', overflow: 'auto', background: ink.surface },
  '& > .side': {
    minHeight: 0,
    padding: 20,
    overflow: 'auto',
    borderLeft: `1px solid ${ink.line}`,
    background: ink.canvas,
  },
  '& .form > fieldset': { minWidth: 0, margin: 0, padding: 0, border: 0 },
  '& .form section + section, & .form > fieldset + section': {
    marginTop: 24,
    paddingTop: 20,
    borderTop: `1px solid ${ink.line}`,
  },
  '& .head': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px', marginBottom: 14 },
  '& h2': { flex: 1, margin: 0, fontSize: 15, lineHeight: '20px', fontWeight: 600 },
  '& .options': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))',
    gap: '12px 24px',
  },
  '& .form section > .name': { marginTop: 18 },
  '@media (max-width: 1199px)': {
    gridTemplateColumns: 'minmax(0, 1fr) 312px',
    '& > .preview': { display: 'none' },
  },
  [media.phone]: {
    display: 'block',
    '& > .form, & > .side': { padding: 16 },
    '& > .side': { borderLeft: 0 },
  },
  '@media (max-width: 899px)': {
    display: 'block',
    // One column scrolls as one.
    overflow: 'auto',
    '& > .form, & > .side': { overflow: 'visible' },
    '& > .side': { borderLeft: 0 },
  },
});

/** The composer on one page: document, signers, options, and what will happen. */
export function ComposeForm({
  start,
  hold,
}: {
  start: { draft: Draft; file: File | undefined };
  hold: DraftHold;
}) {
  const elsewhere = hold.state === 'elsewhere';
  const composer = useComposer(start, elsewhere);
  const { draft, document, hashing, update, chooseFile, save } = composer;
  const { client, organization } = useConnection();
  const navigate = useNavigate();
  const snack = useSnack();
  const quota = useQuota();
  const signers = useSigners(draft.signers);
  const { start: begin, resume } = useSends();
  const [checked, setChecked] = useState(false);
  const [running, setRunning] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const [queued, setQueued] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const [unsent, setUnsent] = useState<unknown>();
  const entries = useQuery({
    ...journal(client.scope).entries(),
    // Another tab may be sending it: what it writes is seen by looking.
    refetchInterval: ({ state }) =>
      elsewhere || state.data?.some(({ operation: { status } }) => status === 'running') ? 2000 : false,
  });
  const entry = entries.data?.find(({ kind, operation: { id } }) => kind === 'send' && id === draft.id);
  const operation = entry?.kind === 'send' ? entry.operation : undefined;
  const invitable = signers.filter(isInvitable);
  const parties = useParties(draft.iou);
  const problems = problemsOf(composer, { invitable: invitable.length, parties });
  const shown: Problems = checked && !queued ? problems : {};

  const { sit } = hold;
  useEffect(() => sit({ isBusy: () => running, keep: save }), [sit, running, save]);

  useEffect(() => {
    // A file that was dropped elsewhere in the app, before this page opened or while it is open.
    const take = (): void => {
      const file = takeHandedOver();
      if (file) void chooseFile(file);
    };
    take();
    return onHandedOver(take);
  }, [chooseFile]);

  const arrived = useRef(false);
  /** What was sent is looked at, and this form is over. */
  const arrive = ({ status, progress, plan }: SendOperation): void => {
    if (status !== 'done' || !progress.requestId || arrived.current) return;
    arrived.current = true;
    const count = plan.signers.length;
    snack({ text: plan.keepAsDraft ? m.compose_draft_saved() : m.compose_sent({ count }) });
    void navigate(paths.request(progress.requestId));
  };
  const arriveAt = useEffectEvent(arrive);
  const isAwaited = useRef(false);
  // One that failed here goes on by itself once its time comes, or from the tray.
  useEffect(() => {
    if (!operation || running || elsewhere) return;
    if (operation.status === 'failed') isAwaited.current = true;
    else if (isAwaited.current) arriveAt(operation);
  }, [operation, running, elsewhere]);

  const run = async (go: () => ReturnType<typeof begin>): Promise<void> => {
    setRunning(true);
    setUnsent(undefined);
    try {
      arrive(await go());
    } catch (error) {
      // What was to be sent, or that it is being sent, could not be written down: then it is not begun.
      setUnsent(error);
    } finally {
      setRunning(false);
    }
  };

  const send = (): void => {
    if (elsewhere) return;
    setChecked(true);
    if (
      document &&
      hashing.state === 'running' &&
      Object.keys(problems).every((field) => field === 'document')
    ) {
      // Only the digests are missing: it is sent as soon as they are there.
      setQueued(true);
      return;
    }
    if (Object.keys(problems).length > 0 || !document || hashing.state !== 'done' || !organization) {
      // The first field that is wrong gets the focus, where its rule is said.
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus(),
      );
      return;
    }
    void run(async () => {
      // Text and IOUs become a file only now; a repeat must find the very same bytes.
      await drafts(draft.scope).writeFile(draft.id, document.file);
      return begin(
        draft.id,
        planOf(composer, document, hashing.digests.md5, organization.id, invitable, parties),
      );
    });
  };

  const sendNow = useEffectEvent(() => {
    setQueued(false);
    send();
  });
  useEffect(() => {
    if (!queued || hashing.state === 'running') return undefined;
    const turn = setTimeout(sendNow, 0);
    return () => clearTimeout(turn);
  }, [queued, hashing.state]);

  return (
    <PageFrame
      title={m.compose_title()}
      fill
      actions={
        discarding || elsewhere ? undefined : (
          <Button variant="text" onClick={() => setDiscarding(true)}>
            {m.compose_discard()}
          </Button>
        )
      }
    >
      {discarding && (
        <ConfirmInPlace
          title={m.compose_discard_title()}
          text={m.compose_discard_text()}
          confirm={m.compose_discard_confirm()}
          keep={m.compose_discard_keep()}
          onKeep={() => setDiscarding(false)}
          onConfirm={() => {
            void composer.discard().then(() => navigate(paths.requests));
          }}
        />
      )}
      {elsewhere && <HeldElsewhere hold={hold} />}
      {!elsewhere && <NotKept composer={composer} />}
      {/* Where nothing in it takes the focus, it takes it itself: it is to be scrolled by keys too. */}
      <Panes {...(elsewhere ? { role: 'region', 'aria-label': m.compose_title(), tabIndex: 0 } : {})}>
        <div className="preview">
          <PartBoundary save={save}>
            <Suspense fallback={null}>
              <DocumentPreview file={document?.file} kind={document?.kind ?? 'pdf'} />
            </Suspense>
          </PartBoundary>
        </div>
        <div className="form" ref={form}>
          <fieldset disabled={elsewhere}>
            <section aria-labelledby="compose-document">
              <div className="head">
                <h2 id="compose-document">{m.compose_document()}</h2>
                <SegmentedControl
                  label={m.compose_kind()}
                  value={draft.kind}
                  onChange={(kind) => update({ kind })}
                  options={[
                    { value: 'file', label: m.compose_kind_file() },
                    { value: 'text', label: m.compose_kind_text() },
                    { value: 'iou', label: m.compose_kind_iou() },
                  ]}
                />
              </div>
              {draft.kind === 'file' && <FileSection composer={composer} problem={shown.document} />}
              {draft.kind === 'text' && (
                <TextArea
                  label={m.compose_text()}
                  rows={12}
                  value={draft.text}
                  error={shown.text}
                  onChange={(event) => update({ text: event.target.value })}
                />
              )}
              {draft.kind === 'iou' && (
                <PartBoundary save={save}>
                  <Suspense fallback={null}>
                    <IouSection composer={composer} problems={shown} parties={parties} />
                  </Suspense>
                </PartBoundary>
              )}
              <DocumentFacts hashing={hashing} document={document} />
              <TextInput
                className="name"
                label={m.compose_name()}
                help={m.compose_name_help()}
                value={draft.name}
                error={shown.name}
                autoComplete="off"
                onChange={(event) => update({ name: event.target.value })}
              />
            </section>
            <section aria-labelledby="compose-signers">
              <div className="head">
                <h2 id="compose-signers">{m.compose_signers()}</h2>
              </div>
              <SignersSection
                composer={composer}
                signers={signers}
                refused={running ? undefined : refusedSigner(operation)}
                problem={shown.signers}
              />
            </section>
            <section aria-labelledby="compose-options">
              <div className="head">
                <h2 id="compose-options">{m.compose_options()}</h2>
              </div>
              <div className="options">
                <Switch
                  label={m.compose_nom151()}
                  help={nom151Help(quota.nom151)}
                  checked={draft.nom151}
                  disabled={quota.nom151 === 0}
                  onChange={(event) => update({ nom151: event.target.checked })}
                />
                <Switch
                  label={m.compose_keep_draft()}
                  help={m.compose_keep_draft_help()}
                  checked={draft.keepAsDraft}
                  onChange={(event) => update({ keepAsDraft: event.target.checked })}
                />
              </div>
            </section>
          </fieldset>
          <DraftList scope={draft.scope} current={draft.id} />
        </div>
        <div className="side">
          <SendPanel
            composer={composer}
            signers={signers}
            operation={operation}
            running={running || queued}
            elsewhere={
              elsewhere || (operation?.status === 'running' && !running && entry?.interrupted === false)
            }
            unsent={unsent}
            blocked={checked && !queued && Object.keys(problems).length > 0}
            onSend={send}
            onResume={(options) => {
              if (!operation) return;
              // Whoever was taken off the list since is not invited any more.
              const kept = draft.signers.filter(({ id }) => !options?.without?.includes(id));
              const without = operation.plan.signers.flatMap(({ id }) =>
                kept.some((signer) => signer.id === id) ? [] : [id],
              );
              update({ signers: kept });
              void run(() => resume(operation, { ...options, without }));
            }}
          />
        </div>
      </Panes>
    </PageFrame>
  );
}

function nom151Help(left: number | undefined): string {
  if (left === undefined) return m.compose_nom151_help_unknown();
  return left === 0 ? m.compose_nom151_none_left() : m.compose_nom151_help({ count: left });
}

function planOf(
  { draft }: Composer,
  { file, kind }: ComposedDocument,
  md5: string,
  organizationId: string,
  signers: readonly { id: string; name: string }[],
  parties: Parties,
): SendPlan {
  const iou = draft.kind === 'iou' ? iouOf(draft) : undefined;
  const disagreement = iou && agreementOf(iou, parties).reason;
  return {
    name: draft.name.trim(),
    organizationId,
    kind,
    // The draft's id keeps two documents of one name apart; the service keeps versions besides.
    filePath: `${draft.id}/${file.name}`,
    md5,
    size: file.size,
    nom151: draft.nom151,
    keepAsDraft: draft.keepAsDraft,
    signers: signers.map(({ id, name }) => ({ id, name })),
    ...(iou
      ? {
          iou: {
            latitude: iou.latitude.trim(),
            longitude: iou.longitude.trim(),
            currency: iou.currency,
            amount: normalAmount(iou.amount) ?? iou.amount,
            debtor: iou.debtor ?? '',
            creditor: iou.creditor ?? '',
          },
        }
      : {}),
    ...(disagreement === undefined ? {} : { disagreement }),
  };
}
