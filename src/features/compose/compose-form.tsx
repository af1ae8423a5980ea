import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { currentTime } from '#clock/clock.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Draft } from '#jobs/drafts/draft-shape.ts';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { TextArea, TextInput } from '#ui/inputs/text-input.tsx';
import { onHandedOver, takeHandedOver } from '#widgets/files/handover.ts';
import { paths } from '#widgets/paths.ts';
import { useQuota } from '#widgets/sending/use-quota.ts';
import { m } from '#i18n/messages.ts';
import { Panes } from './compose-panes.ts';
import { DocumentFacts, FileSection } from './document/document-section.tsx';
import { CorrectsStrip } from './corrects-strip.tsx';
import { DraftList } from './draft/draft-list.tsx';
import { HeldElsewhere, NotKept } from './draft/draft-strips.tsx';
import { iouOf } from './iou/iou.ts';
import { PartBoundary } from './part-boundary.tsx';
import { fieldsOf, requestForm, type RequestFields } from './request-form.ts';
import { refusedSigner, SendPanel } from './send/send-panel.tsx';
import { isInvitable, SignersSection, useSigners } from './signers-section.tsx';
import { useComposer } from './use-composer.ts';
import type { DraftHold } from './draft/use-draft-lock.ts';
import { useParties } from './use-parties.ts';
import { useSending } from './send/use-sending.ts';

const DocumentPreview = lazy(async () => ({
  default: (await import('#widgets/preview/document-preview.tsx')).DocumentPreview,
}));
const IouSection = lazy(async () => ({ default: (await import('./iou/iou-section.tsx')).IouSection }));

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
  const { draft, document, hashing, take, chooseFile: readFile, save } = composer;
  const navigate = useNavigate();
  const left = useQuota(useConnection().organization).quota?.nom151 ?? undefined;
  const signers = useSigners(draft.signers);
  const [discarding, setDiscarding] = useState(false);
  const invitable = signers.filter(isInvitable);
  const parties = useParties(draft.iou);
  const facts = {
    hasDocument: document !== undefined,
    isUnreadable: hashing.state === 'failed',
    invitable: invitable.length,
    parties,
  };
  const form = useForm<RequestFields>({
    resolver: zodResolver(requestForm(facts)),
    defaultValues: fieldsOf(start.draft),
    // All of it is checked anew below: one field decides about others, and some rules are not about fields alone.
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const { register, setValues, subscribe, trigger, formState } = form;
  const { errors, isSubmitted, submitCount } = formState;
  const { operation, running, queued, sentElsewhere, unsent, send, resume, discard } = useSending(
    composer,
    form,
    {
      elsewhere,
      invitable,
      unlinked: signers.filter((signer) => !isInvitable(signer)),
      parties,
    },
  );
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => take(values) }),
    [subscribe, take],
  );
  useEffect(() => {
    if (isSubmitted) void trigger();
  }, [isSubmitted, trigger, draft, facts.hasDocument, facts.isUnreadable, facts.invitable, parties]);

  const fieldset = useRef<HTMLFieldSetElement>(null);
  const focusWrong = useEffectEvent(() => {
    // The first field that is wrong, in the order of the page, gets the focus, where its rule is said.
    if (Object.keys(errors).length > 0)
      fieldset.current
        ?.querySelector<HTMLElement>(
          ':is(input, textarea)[aria-invalid="true"], [aria-invalid="true"] [tabindex="0"], [role="alert"][tabindex]',
        )
        ?.focus();
  });
  useEffect(() => {
    if (submitCount > 0) focusWrong();
  }, [submitCount]);
  const chooseKind = (kind: Draft['kind']): void =>
    // An IOU that is begun now is subscribed today, whenever the draft was made.
    setValues(
      kind === 'iou' && !draft.iou
        ? { kind, iou: iouOf({ iou: undefined, updatedAt: currentTime().toISOString() }) }
        : { kind },
    );
  const chooseFile = useCallback((file: File) => readFile(file, setValues), [readFile, setValues]);

  const { sit } = hold;
  useEffect(() => sit({ isBusy: () => running, keep: save }), [sit, running, save]);

  useEffect(() => {
    // A file that was dropped elsewhere in the app, before this page opened or while it is open.
    const takeFile = (): void => {
      const file = takeHandedOver();
      if (file) void chooseFile(file);
    };
    takeFile();
    return onHandedOver(takeFile);
  }, [chooseFile]);

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
      <CorrectsStrip composer={composer} />
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
        <FormProvider {...form}>
          <div className="form">
            <fieldset disabled={elsewhere} ref={fieldset}>
              <section aria-labelledby="compose-document">
                <div className="head">
                  <h2 id="compose-document">{m.compose_document()}</h2>
                  <SegmentedControl
                    label={m.compose_kind()}
                    value={draft.kind}
                    onChange={chooseKind}
                    options={[
                      { value: 'file', label: m.compose_kind_file() },
                      { value: 'text', label: m.compose_kind_text() },
                      { value: 'iou', label: m.compose_kind_iou() },
                    ]}
                  />
                </div>
                {draft.kind === 'file' && (
                  <FileSection composer={composer} problem={errors.file?.message} onFile={chooseFile} />
                )}
                {draft.kind === 'text' && (
                  <TextArea
                    label={m.compose_text()}
                    rows={12}
                    error={errors.text?.message}
                    {...register('text')}
                  />
                )}
                {draft.kind === 'iou' && (
                  <PartBoundary save={save}>
                    <Suspense fallback={null}>
                      <IouSection parties={parties} />
                    </Suspense>
                  </PartBoundary>
                )}
                <DocumentFacts hashing={hashing} document={document} isFile={draft.kind === 'file'} />
                <TextInput
                  className="name"
                  label={m.compose_name()}
                  help={m.compose_name_help()}
                  error={
                    errors.name &&
                    (errors.name.type === 'too_big' ? m.compose_name_long() : m.compose_name_missing())
                  }
                  autoComplete="off"
                  {...register('name')}
                />
              </section>
              <section aria-labelledby="compose-signers">
                <div className="head">
                  <h2 id="compose-signers">{m.compose_signers()}</h2>
                </div>
                <SignersSection
                  signers={signers}
                  parties={parties}
                  refused={running ? undefined : refusedSigner(operation)}
                />
              </section>
              <section aria-labelledby="compose-options">
                <div className="head">
                  <h2 id="compose-options">{m.compose_options()}</h2>
                </div>
                <div className="options">
                  <Switch
                    label={m.compose_nom151()}
                    help={nom151Help(left)}
                    checked={draft.nom151}
                    disabled={left === 0}
                    onChange={(event) => setValues({ nom151: event.target.checked })}
                  />
                  <Switch
                    label={m.compose_keep_draft()}
                    help={m.compose_keep_draft_help()}
                    checked={draft.keepAsDraft}
                    onChange={(event) => setValues({ keepAsDraft: event.target.checked })}
                  />
                </div>
              </section>
            </fieldset>
            <DraftList scope={draft.scope} current={draft.id} />
          </div>
        </FormProvider>
        <div className="side">
          <SendPanel
            composer={composer}
            signers={signers}
            operation={operation}
            running={running || queued}
            elsewhere={elsewhere || sentElsewhere}
            unsent={unsent}
            blocked={Object.keys(errors).length > 0}
            onSend={send}
            onResume={resume}
            onDiscard={discard}
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
