/** Merkle and RSA, as a page that checks one witness and one signature asks for them; its size is measured. */
export { checkMerkleizedRoot, checkMerkleizedShape } from '../merkle/check-merkleized.ts';
export { checkFileHash, checkSignatureForm, checkSignatureRsa } from '../signature/check-signature.ts';
export { standard } from '../policy/policy.ts';
