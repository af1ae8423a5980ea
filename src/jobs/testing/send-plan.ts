import type { SendPlan } from '../send/send-record.ts';

/** A contract without signers; tests override what they need. */
export const sendPlan: SendPlan = {
  name: 'Contrato',
  organizationId: 'a'.repeat(24),
  kind: 'pdf',
  filePath: 'x/contrato.pdf',
  md5: '0'.repeat(32),
  size: 1,
  nom151: false,
  keepAsDraft: false,
  signers: [],
};
