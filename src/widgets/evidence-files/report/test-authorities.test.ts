import { describe, expect, it } from 'vitest';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { readCertificateInput } from '#proofs/pki/certificate/certificate.ts';
import { authorityExtensions, issue } from '#proofs/pki/testing/authority.ts';
import * as material from '#proofs/testing/case-material.ts';
import { sandboxNames } from '#service/authorities/sandbox/sandbox-names.ts';
import { usesTestAuthority } from './test-authorities.ts';

const rootOf = (mail: string) =>
  issue({ subject: `CN=Raíz, email=${mail}`, extensions: authorityExtensions() });

/** A certificate under a root whose subject has this address of mail. */
function under(mail: string) {
  const root = rootOf(mail);
  const person = issue({ subject: 'CN=Ana', issuer: root, extensions: [] });
  const anchors = [anchorOf(root)];
  const report = checkEvidence({ certificate: person.der }, { ...material.context, anchors });
  return { report, anchors };
}

const anchorOf = ({ der }: ReturnType<typeof rootOf>) => ({
  certificate: readCertificateInput(der),
  title: 'Raíz',
  use: 'both' as const,
});

describe('test authorities', () => {
  it('are known by mail under a name that nobody can own, as that of the demonstration', () => {
    for (const { emailAddress } of Object.values(sandboxNames)) {
      const { report, anchors } = under(emailAddress);
      expect(usesTestAuthority(report, anchors)).toBe(true);
    }
  });

  it.each(['ac@autoridad.mx', 'ac@example.mx', 'ac@test.example.mx'])('are not those of %s', (mail) => {
    const { report, anchors } = under(mail);
    expect(usesTestAuthority(report, anchors)).toBe(false);
  });

  it('are not named where no path ends at them', () => {
    const { report, anchors } = under('ac@autoridad.mx');
    const trusted = [...anchors, anchorOf(rootOf('ac@sandbox.example'))];
    expect(usesTestAuthority(report, trusted)).toBe(false);
  });
});
