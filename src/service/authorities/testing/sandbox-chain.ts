import {
  createIssuing,
  createRoot,
  issueCertificate,
  issueResponderCertificate,
} from '../certificates/certificate-authority.ts';
import type { AuthorityName, SubjectName } from '../asn1/distinguished-name.ts';
import { generateKeyPairs } from '../keys.ts';

export const authority: AuthorityName = {
  commonName: 'AC de Pruebas «Ñandú»',
  organization: 'Autoridad Ficticia',
  organizationalUnitName: 'Unidad de Certificación',
  emailAddress: 'ac@autoridad.example',
  streetAddress: 'Calle 60 núm. 12',
  postalCode: '97000',
  country: 'MX',
  stateOrProvinceName: 'Yucatán',
  localityName: 'Mérida',
  RFC: 'AFI200101AB1',
};

export const person: SubjectName = {
  commonName: 'María Fernanda Ortega Ruiz',
  country: 'MX',
  emailAddress: 'maria.ortega@correo.example',
  RFC: 'OERF880412Q45',
  CURP: 'OERF880412MYNRZR04',
};

export const company: SubjectName = {
  commonName: 'Comercializadora Istmo del Sur SA de CV',
  country: 'MX',
  emailAddress: 'contacto@istmo.example',
  RFC: 'CIS110302AB1',
  representative: { RFC: 'OERF880412Q45', CURP: 'OERF880412MYNRZR04' },
};

let chain: ReturnType<typeof createChain> | undefined;

/** A root, an issuer below it, its responder, a person and a company: one chain per worker, as RSA keys are slow to make. */
export const makeChain = () => (chain ??= createChain());

async function createChain() {
  const [rootKeys, issuingKeys, responderKeys, personKeys, companyKeys] = await generateKeyPairs(5);
  if (!rootKeys || !issuingKeys || !responderKeys || !personKeys || !companyKeys)
    throw new Error('five pairs');
  const validity = {
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2052-01-01T00:00:00Z'),
  };
  const root = createRoot({ ...authority, commonName: 'AC Raíz de Pruebas' }, rootKeys, {
    ...validity,
    serial: '90001000000000000001',
    pathLength: 1,
  });
  const issuing = createIssuing(root, authority, issuingKeys, {
    ...validity,
    serial: '90001000000000000002',
  });
  const responder = {
    privateKey: responderKeys.privateKey,
    certificate: issueResponderCertificate(issuing, {
      ...validity,
      serial: '90001000000000000003',
      publicKey: responderKeys.publicKey,
      name: { ...authority, commonName: 'OCSP de Pruebas' },
    }),
  };
  const issue = (subject: SubjectName, serial: string, publicKey: typeof personKeys.publicKey) =>
    issueCertificate(issuing, { ...validity, subject, serial, publicKey });
  return {
    root,
    issuing,
    responder,
    personKeys,
    personCertificate: issue(person, '90001000000500003282', personKeys.publicKey),
    companyCertificate: issue(company, '90001000000500003283', companyKeys.publicKey),
  };
}
