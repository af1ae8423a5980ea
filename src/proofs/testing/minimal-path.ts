/** Merkle and RSA, as a page that checks one witness and one signature asks for them; its size is measured. */
export { checkMerkleizedRoot, checkMerkleizedShape } from '../recipes/check-merkleized.ts';
export { checkFileHash, checkSignatureForm, checkSignatureRsa } from '../check-signature.ts';
export { standard } from '../policy.ts';
