import { lazy, Suspense, type Ref } from 'react';
import { useFormContext } from 'react-hook-form';
import { currentTime } from '#clock/clock.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Draft } from '#jobs/drafts/draft-shape.ts';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { TextArea, TextInput } from '#ui/inputs/text-input.tsx';
import { useQuota } from '#widgets/sending/use-quota.ts';
import { m } from '#i18n/messages.ts';
import { DocumentFacts, FileSection } from './document/document-section.tsx';
import { iouOf, type Parties } from './iou/iou.ts';
import { PartBoundary } from './part-boundary.tsx';
import type { RequestFields } from './request-form.ts';
import { SignersSection, type Signer } from './signers-section.tsx';
import type { Composer } from './use-composer.ts';

const IouSection = lazy(async () => ({ default: (await import('./iou/iou-section.tsx')).IouSection }));

/** Everything of a request that is typed or chosen: its document, its signers and its options. */
export function ComposeFields({
  ref,
  disabled,
  composer,
  signers,
  parties,
  refused,
  onFile,
}: {
  ref: Ref<HTMLFieldSetElement>;
  disabled: boolean;
  composer: Composer;
  signers: readonly Signer[];
  parties: Parties;
  /** The signer whom the service refused to invite. */
  refused: string | undefined;
  onFile: (file: File) => Promise<void>;
}) {
  return (
    <fieldset disabled={disabled} ref={ref}>
      <DocumentFields composer={composer} parties={parties} onFile={onFile} />
      <section aria-labelledby="compose-signers">
        <div className="head">
          <h2 id="compose-signers">{m.compose_signers()}</h2>
        </div>
        <SignersSection signers={signers} parties={parties} refused={refused} />
      </section>
      <OptionFields draft={composer.draft} />
    </fieldset>
  );
}

function DocumentFields({
  composer,
  parties,
  onFile,
}: {
  composer: Composer;
  parties: Parties;
  onFile: (file: File) => Promise<void>;
}) {
  const { register, setValues, formState } = useFormContext<RequestFields>();
  const { errors } = formState;
  const { draft, document, hashing, save } = composer;
  const chooseKind = (kind: Draft['kind']): void =>
    // An IOU that is begun now is subscribed today, whenever the draft was made.
    setValues(
      kind === 'iou' && !draft.iou
        ? { kind, iou: iouOf({ iou: undefined, updatedAt: currentTime().toISOString() }) }
        : { kind },
    );
  return (
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
        <FileSection composer={composer} problem={errors.file?.message} onFile={onFile} />
      )}
      {draft.kind === 'text' && (
        <TextArea label={m.compose_text()} rows={12} error={errors.text?.message} {...register('text')} />
      )}
      {draft.kind === 'iou' && (
        <PartBoundary save={save}>
          <Suspense fallback={null}>
            <IouSection parties={parties} />
          </Suspense>
        </PartBoundary>
      )}
      <DocumentFacts
        hashing={hashing}
        document={document}
        isFile={draft.kind === 'file'}
        corrects={draft.corrects}
      />
      <TextInput
        className="name"
        label={m.compose_name()}
        help={m.compose_name_help()}
        error={
          errors.name && (errors.name.type === 'too_big' ? m.compose_name_long() : m.compose_name_missing())
        }
        autoComplete="off"
        {...register('name')}
      />
    </section>
  );
}

function OptionFields({ draft }: { draft: Draft }) {
  const { setValues } = useFormContext<RequestFields>();
  const left = useQuota(useConnection().organization).quota?.nom151 ?? undefined;
  return (
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
  );
}

function nom151Help(left: number | undefined): string {
  if (left === undefined) return m.compose_nom151_help_unknown();
  return left === 0 ? m.compose_nom151_none_left() : m.compose_nom151_help({ count: left });
}
