import { useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import TrustIcon from '@mui/icons-material/ShieldOutlined';
import { sandbox } from '#client/families/sandbox.ts';
import { retryAfterMs } from '#client/http/errors.ts';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { shown } from '#proofs/encoding/visible-text.ts';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { Strip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import type { PinnedAnchor } from '#widgets/verification/context/verification-context.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { m } from '#i18n/messages.ts';

/**
 * Without a session, beside a sandbox: its anchors by name, to be trusted by one press. Until then they count for
 * nothing, because whoever opens this page may not know that there is a sandbox. Only the list of anchors is read.
 */
export function SandboxAnchors() {
  const { fetch: fetcher, origin } = useHost();
  const { phase } = useSession();
  // Not by `useReaderTrust`: its module brings the proof recipes (28 kB) to a page that verifies nothing yet.
  const { anchors: trusted } = useSyncExternalStore(trustSettings.subscribe, trustSettings.read);
  const snack = useSnack();
  const format = useFormat();
  // A connection decides by itself whether it is the sandbox's.
  const { data } = useQuery({
    ...sandbox(fetcher, origin).anchors(),
    enabled: phase === 'none',
    // A service that still makes its demo says when to come again.
    refetchInterval: ({ state }) => retryAfterMs(state.error) || false,
  });
  if (phase !== 'none' || !Array.isArray(data?.anchors)) return null;
  const offered = (data.anchors as readonly PinnedAnchor[]).filter((anchor) => !isTrusted(anchor, trusted));
  if (offered.length === 0) return null;
  const names = format.list(offered.map(({ title }) => shown(title)));
  const trust = (): void => {
    for (const { pem, sha256, title, use } of offered) trustSettings.pin({ pem, sha256, title, use });
    snack({ text: m.verify_sandbox_trusted({ names }) });
  };
  return (
    <Strip
      framed
      icon={<TrustIcon aria-hidden="true" />}
      action={{ label: m.verify_sandbox_trust({ count: offered.length }), onSelect: trust }}
    >
      {/* Two short paragraphs: one long one would be the largest paint of the page, seconds after its own content. */}
      <p>{m.verify_sandbox_anchors()}</p>
      <p>{names}</p>
    </Strip>
  );
}

const isTrusted = ({ sha256, use }: PinnedAnchor, trusted: readonly PinnedAnchor[]): boolean =>
  trusted.some((one) => one.sha256 === sha256 && (one.use === use || one.use === 'both'));
