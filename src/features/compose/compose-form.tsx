import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Draft } from '#jobs/drafts/draft-shape.ts';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { Strip } from '#ui/feedback/strips.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { useNarrow } from '#ui/hooks/use-media-query.ts';
import { takeHandedOver } from '#widgets/files/handover.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { ComposeFields } from './compose-fields.tsx';
import { Panes, SendBar } from './compose-panes.ts';
import { CorrectsStrip } from './corrects-strip.tsx';
import { discardWords } from './draft/discard-words.ts';
import { isBegun } from './draft/is-begun.ts';
import { DraftList } from './draft/draft-list.tsx';
import { HeldElsewhere, UnsavedStrips } from './draft/draft-strips.tsx';
import type { DraftHold } from './draft/use-draft-lock.ts';
import { PartBoundary } from './part-boundary.tsx';
import { refusedSigner } from './send/send-failure.tsx';
import { SendButton, SendPanel } from './send/send-panel.tsx';
import { useSending, type Sending } from './send/use-sending.ts';
import { isInvitable, useSigners } from './signers-section.tsx';
import { useComposer } from './use-composer.ts';
import { useParties } from './use-parties.ts';
import { useFocusOnWrongField, useRequestForm } from './use-request-form.ts';

const DocumentPreview = lazy(async () => ({
  default: (await import('#widgets/preview/document-preview.tsx')).DocumentPreview,
}));

/** The composer on one page: document, signers, options, and what will happen. */
export function ComposeForm({
  start,
  hold,
  isNew,
  isInPlaceOfAnother,
}: {
  start: { draft: Draft; file: File | undefined };
  hold: DraftHold;
  /** It is no stored draft: a file that was dropped elsewhere is for it. */
  isNew: boolean;
  /** The address named a draft that this browser does not have. */
  isInPlaceOfAnother: boolean;
}) {
  const elsewhere = hold.state === 'elsewhere';
  const narrow = useNarrow();
  const composer = useComposer(start, elsewhere);
  const { draft, document, hashing, chooseFile: readFile, save } = composer;
  const signers = useSigners(draft.signers);
  const invitable = signers.filter(isInvitable);
  const unlinked = signers.filter((signer) => !isInvitable(signer));
  const parties = useParties(draft.iou);
  const form = useRequestForm(start.draft, composer, {
    hasDocument: document !== undefined,
    isUnreadable: hashing.state === 'failed',
    invitable: invitable.length,
    parties,
  });
  const { setValues, formState } = form;
  const sending = useSending(composer, form, { elsewhere, invitable, unlinked, parties });
  const { operation, running, sentElsewhere, isFixed } = sending;
  const isReadOnly = elsewhere || isFixed;
  const isLocked = isReadOnly || running || sentElsewhere;
  const canDiscard = !elsewhere && !running && !sentElsewhere && isBegun(draft);
  const fieldset = useFocusOnWrongField(formState);
  const chooseFile = (file: File) => (isLocked ? Promise.resolve() : readFile(file, setValues));
  useHandedOverFile(isNew, chooseFile);
  const { registerForm } = hold;
  useEffect(() => registerForm({ isBusy: () => running, keep: save }), [registerForm, running, save]);
  const [isDiscarding, setIsDiscarding] = useState(false);

  return (
    <PageFrame
      title={m.compose_title()}
      fill
      actions={
        isDiscarding || !canDiscard ? undefined : (
          <Button variant="text" icon={<DeleteIcon />} iconOnPhone onClick={() => setIsDiscarding(true)}>
            {m.compose_discard()}
          </Button>
        )
      }
    >
      {isDiscarding && canDiscard && (
        <ConfirmDiscard sending={sending} onKeep={() => setIsDiscarding(false)} />
      )}
      {isInPlaceOfAnother && <Strip icon={<InfoIcon aria-hidden="true" />}>{m.compose_draft_gone()}</Strip>}
      <CorrectsStrip composer={composer} />
      {elsewhere && <HeldElsewhere hold={hold} />}
      {!elsewhere && <UnsavedStrips composer={composer} />}
      {/* Where nothing in it takes the focus, it takes it itself: it is to be scrolled by keys too. */}
      <Panes {...(isReadOnly ? { role: 'region', 'aria-label': m.compose_title(), tabIndex: 0 } : {})}>
        <div className="preview">
          <PartBoundary save={save}>
            <Suspense fallback={null}>
              <DocumentPreview file={document?.file} kind={document?.kind ?? 'pdf'} />
            </Suspense>
          </PartBoundary>
        </div>
        <FormProvider {...form}>
          <div className="form">
            <ComposeFields
              ref={fieldset}
              disabled={isLocked}
              composer={composer}
              signers={signers}
              parties={parties}
              refused={running ? undefined : refusedSigner(operation)}
              onFile={chooseFile}
            />
            <DraftList scope={draft.scope} current={draft.id} />
          </div>
        </FormProvider>
        <div className="side">
          <SendPanel
            composer={composer}
            signers={signers}
            sending={sending}
            isHeldElsewhere={elsewhere}
            blocked={Object.keys(formState.errors).length > 0}
          />
        </div>
      </Panes>
      {narrow && (
        <SendBar>
          <SendButton {...{ composer, signers, sending }} isHeldElsewhere={elsewhere} />
        </SendBar>
      )}
    </PageFrame>
  );
}

function ConfirmDiscard({ sending, onKeep }: { sending: Sending; onKeep: () => void }) {
  const navigate = useNavigate();
  return (
    <ConfirmInPlace
      title={m.compose_discard_title()}
      text={discardWords(sending.operation)}
      confirm={m.compose_discard_confirm()}
      keep={m.compose_discard_keep()}
      onKeep={onKeep}
      onConfirm={() => {
        void sending.discardDraft().then(() => navigate(paths.requests));
      }}
    />
  );
}

/** Takes a file that was dropped elsewhere in the app, once, when the form of a new request opens. */
function useHandedOverFile(isNew: boolean, chooseFile: (file: File) => Promise<void>): void {
  const takeFile = useEffectEvent(() => {
    const file = isNew ? takeHandedOver() : undefined;
    if (file) void chooseFile(file);
  });
  useEffect(() => takeFile(), []);
}
