import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { certificateStanding, useWholeCertificates } from '#widgets/people/certificate-state.tsx';
import { m } from '#i18n/messages.ts';
import type { Signer } from '../signers-section.tsx';

/** Warns before sending about signers whose certificate makes no valid signature any more, by the service's word. */
export function CertificateWarnings({ signers }: { signers: readonly Signer[] }) {
  const now = useServiceNow(60_000);
  const whole = useWholeCertificates(signers.map(({ subject }) => subject?.certificate));
  const warnings = signers.flatMap(({ id, name, subject }) => {
    const reported = subject?.certificate;
    const standing = certificateStanding(whole[reported?.id ?? ''] ?? reported, now);
    const person = { name: visibleName(name) ?? '' };
    if (standing === 'revoked') return [{ id, text: m.compose_certificate_revoked(person) }];
    if (standing === 'expired') return [{ id, text: m.compose_certificate_expired(person) }];
    return [];
  });
  return warnings.map(({ id, text }) => <WarningStrip key={id}>{text}</WarningStrip>);
}
