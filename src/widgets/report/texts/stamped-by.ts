import type { StampAuthority } from '#proofs/pki/timestamp/stamp-authority.ts';
import type { ReportSection } from '#proofs/verdict/report.ts';
import { m } from '#i18n/messages.ts';

/** Who made the time-stamp that proves a time: the signer and the certificate that it reaches, of one organization or of two. */
export function stampedByWords({ signer, anchor }: StampAuthority): string {
  const isOfOne = signer.organization === anchor.organization;
  return m.verdicts_stamped_by({
    signer: isOfOne ? signer.commonName : named(signer),
    anchor: named(anchor),
  });
}

/** The same by the signer's own name, where the whole stands nearby. */
export const stampedByShortly = ({ signer }: StampAuthority): string =>
  m.verdicts_stamped_by_shortly({ signer: signer.commonName });

function named({ commonName, organization }: StampAuthority['signer']): string {
  return organization === undefined
    ? commonName
    : m.verdicts_stamped_by_name({ name: commonName, organization });
}

/**
 * Seconds between the time in the token and the time that it proves, which is the latest moment that its accuracy allows;
 * undefined where they are one moment, or where no time-stamp proves the time.
 */
export function stampAccuracySeconds({
  provenTime,
  blocks,
  checks,
}: Pick<ReportSection, 'provenTime' | 'blocks' | 'checks'>): number | undefined {
  if (provenTime === undefined) return undefined;
  const block = blocks?.find((one) => one.stampedBy !== undefined && one.provenTime === provenTime);
  const ofBlock = checks.filter(({ id }) => block !== undefined && id.startsWith(`${block.name}.`));
  const token = ofBlock.flatMap(({ evidence = [] }) => evidence).find(({ kind }) => kind === 'time-stamp');
  if (token?.time === undefined) return undefined;
  const seconds = (Date.parse(provenTime) - Date.parse(token.time)) / 1000;
  return seconds > 0 ? seconds : undefined;
}

/** «La hora incluye 1 s de exactitud del sello.» */
export const accuracyWords = (seconds: number, number: (value: number, digits: number) => string): string =>
  m.verdicts_accuracy({ seconds: number(seconds, 3) });
