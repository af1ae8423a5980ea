import type { AuthorityName } from '../asn1/distinguished-name.ts';

const sandboxOrganization = {
  organization: 'Autoridad de Pruebas Testigo',
  emailAddress: 'certificados@testigo.example',
  streetAddress: 'Calle 59 núm. 431, Centro',
  postalCode: '97000',
  country: 'MX',
  stateOrProvinceName: 'Yucatán',
  localityName: 'Mérida',
  RFC: 'APT200214C45',
} as const;

const certification = { ...sandboxOrganization, organizationalUnitName: 'Certificación del sandbox' };
const conservation = { ...sandboxOrganization, organizationalUnitName: 'Conservación del sandbox' };

/** Names of the sandbox's authorities; every one says that it belongs to the sandbox. */
export const sandboxNames = {
  root: { ...certification, commonName: 'AC Raíz del sandbox Testigo' },
  issuing: { ...certification, commonName: 'AC 1 del sandbox Testigo' },
  responder: { ...certification, commonName: 'OCSP 1 del sandbox Testigo' },
  stampingRoot: { ...conservation, commonName: 'AC Raíz de sellos del sandbox Testigo' },
  stamping: { ...conservation, commonName: 'TSA 1 del sandbox Testigo' },
} satisfies Record<string, AuthorityName>;
