import DayIcon from '@mui/icons-material/EventOutlined';
import BlockIcon from '@mui/icons-material/BlockOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { offers } from '#client/session/capabilities.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Certificate } from '#contract/resources/resources.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import css from './certificate-state.module.css';

/** Days before its end from which a certificate is said to expire soon. */
export const expiringDays = 30;

export type CertificateStanding = 'valid' | 'expiring' | 'expired' | 'revoked' | 'not-yet' | 'unknown';

/** Where a certificate stands at an instant, by the service's word. */
export function certificateStanding(
  certificate: Certificate | null | undefined,
  now: Date,
): CertificateStanding {
  if (!certificate?.notAfter) return certificate?.revoked ? 'revoked' : 'unknown';
  if (certificate.revoked) return 'revoked';
  const left = Date.parse(certificate.notAfter) - now.getTime();
  if (left < 0) return 'expired';
  if (certificate.notBefore && Date.parse(certificate.notBefore) > now.getTime()) return 'not-yet';
  return left < expiringDays * 86_400_000 ? 'expiring' : 'valid';
}

/** Whether a subject with such a certificate can still sign. */
export function canSign(standing: CertificateStanding): boolean {
  return standing === 'valid' || standing === 'expiring' || standing === 'unknown';
}

/** Certificates of which only the id came, by their ids, where the service gives them (Rule WI-14). */
export function useWholeCertificates(
  certificates: readonly (Certificate | null | undefined)[],
): Readonly<Record<string, Certificate>> {
  const { client, capabilities } = useConnection();
  const ids = offers(capabilities, 'listCertificates')
    ? certificates.flatMap((certificate) => (isStub(certificate) ? [certificate.id] : []))
    : [];
  return useHydrated(client, 'listCertificates', ids);
}

/** A certificate's standing: shape and words, never a check mark, which would look as if it had been verified here. */
export function CertificateState({
  certificate: reported,
  now,
}: {
  certificate: Certificate | null | undefined;
  now: Date;
}) {
  const format = useFormat();
  const whole = useWholeCertificates([reported]);
  const certificate = whole[reported?.id ?? ''] ?? reported;
  const standing = certificateStanding(certificate, now);
  const day = (text: string | null | undefined): string => (text ? format.day(text) : '');
  switch (standing) {
    case 'valid':
      return (
        <span className={css.root}>
          <DayIcon />
          {m.directory_certificate_valid({ date: day(certificate?.notAfter) })}
        </span>
      );
    case 'expiring':
      return (
        <span className={css.root} data-tone="warn">
          <WarningIcon />
          {m.directory_certificate_expiring({
            days: Math.ceil((Date.parse(certificate?.notAfter ?? '') - now.getTime()) / 86_400_000),
          })}
        </span>
      );
    case 'expired':
      return (
        <span className={css.root} data-tone="fail">
          <BlockIcon />
          {m.directory_certificate_expired({ date: day(certificate?.notAfter) })}
        </span>
      );
    case 'revoked':
      return (
        <span className={css.root} data-tone="fail">
          <BlockIcon />
          {m.directory_certificate_revoked()}
        </span>
      );
    case 'not-yet':
      return (
        <span className={css.root} data-tone="warn">
          <WarningIcon />
          {m.directory_certificate_not_yet({ date: day(certificate?.notBefore) })}
        </span>
      );
    case 'unknown':
      // Only null says that there is none. Of others the details were not sent, are still read or could not be read.
      return (
        <span className={css.root}>
          {certificate === null ? m.directory_certificate_none() : m.directory_certificate_no_details()}
        </span>
      );
  }
}
