import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { isAbsent } from '#client/session/capabilities.ts';
import { Button } from '#ui/actions/button.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { ConfirmInPlace } from '#ui/actions/confirm-in-place.tsx';
import { DropZone } from '#ui/inputs/drop-zone.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { AgreeToAnchor } from '#widgets/verification/anchors/agree-to-anchor.tsx';
import { anchorFaultWords } from '#widgets/verification/anchors/anchor-issue-text.ts';
import { anchorUseWords } from '#widgets/verification/anchors/anchor-use-text.ts';
import {
  builtInFacts,
  readAnchor,
  readAnchorFile,
  type ReadAnchor,
} from '#widgets/verification/anchors/read-anchor.ts';
import type { PinnedAnchor } from '#widgets/verification/context/verification-context.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { useSandboxAnchors, useTrust, useTrustSettings } from '#widgets/verification/context/use-trust.ts';
import { FailedQueryLine } from '#widgets/query/failed-query-line.tsx';
import { m } from '#i18n/messages.ts';
import { Fields, TrustedRows, OpenForm, Part } from './part.tsx';

/** The certificates that are taken on trust: the one that is built in, those that were pinned, the sandbox's own. */
export function AnchorsPart() {
  const { anchors } = useTrustSettings();
  const trust = useTrust();
  const builtIn = useMemo(() => builtInFacts(), []);
  const format = useFormat();
  const published = (trust?.anchors ?? []).filter(
    ({ sha256 }) => !anchors.some((own) => own.sha256 === sha256),
  );
  return (
    <Part title={m.settings_anchors()} text={m.settings_anchors_text()}>
      <TrustedRows aria-label={m.settings_anchors()}>
        <li>
          <span className="name">{builtIn.title}</span>
          <span className="line">
            {m.settings_anchor_built_in()}{' '}
            {m.settings_anchor_until({ date: format.day(builtIn.facts.notAfter) })}
          </span>
          <span className="line">
            <HashText value={builtIn.facts.fingerprint} label="SHA-256" />
          </span>
        </li>
        {anchors.map((anchor) => (
          <Pinned key={anchor.sha256} anchor={anchor} />
        ))}
        {published.map(({ title, sha256, use }) => (
          <li key={sha256}>
            <span className="name">{title}</span>
            <span className="line">
              {anchorUseWords(use)}. {m.settings_anchor_of_sandbox()}
            </span>
            <span className="line">
              <HashText value={sha256} label="SHA-256" />
            </span>
          </li>
        ))}
        <ComingAnchors />
      </TrustedRows>
      <MissingSandboxAnchors />
      <AddAnchor builtIn={builtIn.facts.fingerprint} />
    </Part>
  );
}

/** The places of the anchors of the sandbox. */
function ComingAnchors() {
  const { published } = useSandboxAnchors();
  const { language } = usePreferences();
  const phone = usePhone();
  if (!published.isLoading) return null;
  // In English the sentence of each fits in one line of a wide screen.
  const rowHeight = language === 'en' && !phone ? 64 : undefined;
  return [0, 1].map((index) => (
    // That they load is spoken once.
    <li key={index} aria-hidden={index > 0 || undefined}>
      <div className="coming">
        <LoadingRows count={1} kind="list" lines={3} rowHeight={rowHeight} ends={false} />
      </div>
    </li>
  ));
}

/** Without the anchors of the sandbox its evidence is not trusted: while they load, or failed, the list must not look complete. */
function MissingSandboxAnchors() {
  const { published } = useSandboxAnchors();
  if (!published.isLoadingError || isAbsent(published.error)) return null;
  return <FailedQueryLine query={published} words={m.settings_anchors_sandbox_failed} />;
}

function Pinned({ anchor }: { anchor: PinnedAnchor }) {
  const { anchors } = useTrustSettings();
  const [isConfirming, setIsConfirming] = useState(false);
  const { title, sha256, use } = anchor;
  return (
    <li>
      <span className="name">{title}</span>
      <span className="line">
        {anchorUseWords(use)}. {m.settings_anchor_pinned()}
      </span>
      <span className="line">
        <HashText value={sha256} label="SHA-256" />
      </span>
      <span className="actions">
        <IconButton
          small
          label={m.settings_anchor_remove({ name: title })}
          icon={<DeleteIcon />}
          onClick={() => setIsConfirming(true)}
        />
      </span>
      {isConfirming && (
        <div className="whole">
          <ConfirmInPlace
            title={m.settings_anchor_remove_title({ name: title })}
            text={m.settings_anchor_remove_text()}
            confirm={m.settings_anchor_remove_confirm()}
            keep={m.settings_keep()}
            onConfirm={() =>
              trustSettings.change({ anchors: anchors.filter((one) => one.sha256 !== sha256) })
            }
            onKeep={() => setIsConfirming(false)}
          />
        </div>
      )}
    </li>
  );
}

type Readable = Extract<ReadAnchor, { kind: 'read' }>;

/** The certificate in what is pasted, which no anchor of `known` may repeat. */
const writtenBeside = (builtIn: string, known: readonly PinnedAnchor[]) =>
  z.object({
    pasted: z.pipe(
      z.string().check(z.trim()),
      z.transform((text, { issues }): Readable => {
        const read = readAnchor(text);
        if (read.kind === 'read' && !isRepeated(read, builtIn, known)) return read;
        issues.push({ code: 'custom', input: text, message: faultWords(read) });
        return z.NEVER;
      }),
    ),
  });

const isRepeated = ({ anchor }: Readable, builtIn: string, known: readonly PinnedAnchor[]): boolean =>
  anchor.sha256 === builtIn || known.find(({ sha256 }) => sha256 === anchor.sha256)?.use === 'both';

const faultWords = (read: ReadAnchor): string => anchorFaultWords(read) ?? m.settings_anchor_known();

/** Reads a certificate and shows what it is; it counts only once the user agrees to its fingerprint. */
function AddAnchor({ builtIn }: { builtIn: string }) {
  const { anchors } = useTrustSettings();
  const snack = useSnack();
  const [read, setRead] = useState<Readable>();
  const { register, handleSubmit, reset, setError, clearErrors, formState } = useForm({
    resolver: zodResolver(writtenBeside(builtIn, anchors)),
    defaultValues: { pasted: '' },
  });
  const takeFile = async (file: File): Promise<void> => {
    const found = await readAnchorFile(file);
    if (found.kind === 'read' && !isRepeated(found, builtIn, anchors)) setRead(found);
    else setError('pasted', { message: faultWords(found) });
  };
  if (read)
    return (
      <AgreeToAnchor
        read={read}
        onPinned={() => {
          setRead(undefined);
          reset();
          snack({ text: m.settings_anchor_pinned_now() });
        }}
        onCancel={() => setRead(undefined)}
      />
    );
  return (
    <>
      <DropZone
        small
        primary={false}
        title={m.settings_anchor_drop()}
        titleOnPhone={m.settings_anchor_drop_phone()}
        text={m.settings_anchor_drop_text()}
        accept=".pem,.crt,.cer,.der,.txt,application/x-x509-ca-cert,application/pkix-cert"
        onFiles={([file]) => {
          if (file) void takeFile(file);
        }}
      />
      <OpenForm verb={m.settings_anchor_paste()}>
        {(close) => (
          <Fields noValidate onSubmit={(event) => void handleSubmit(({ pasted }) => setRead(pasted))(event)}>
            <div className="wide">
              <TextArea
                code
                rows={3}
                label={m.settings_anchor_pem()}
                error={formState.errors.pasted?.message}
                spellCheck={false}
                {...register('pasted', { onChange: () => clearErrors('pasted') })}
              />
            </div>
            <div className="buttons">
              <Button type="submit">{m.settings_anchor_read()}</Button>
              <Button variant="text" onClick={close}>
                {m.common_cancel()}
              </Button>
            </div>
          </Fields>
        )}
      </OpenForm>
    </>
  );
}
