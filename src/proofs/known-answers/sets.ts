/** Every known-answer set by its name. */
import { runNistPkits, runOpensslOcsp, runRfc3161 } from './pki-vectors.ts';
import type { VectorFiles, VectorResult } from './vector-set.ts';
import {
  runEip712,
  runOpenZeppelinMerkleTree,
  runRfc6962Merkle,
  runSynthetic,
  runWycheproofRsa,
} from './known-answers.ts';

export const runBySet: Readonly<Record<string, (files: VectorFiles) => VectorResult[]>> = {
  'wycheproof-rsa': runWycheproofRsa,
  'nist-pkits': runNistPkits,
  'openssl-ocsp': runOpensslOcsp,
  rfc3161: runRfc3161,
  'openzeppelin-merkle-tree': runOpenZeppelinMerkleTree,
  'rfc6962-merkle': runRfc6962Merkle,
  synthetic: runSynthetic,
  eip712: runEip712,
};
