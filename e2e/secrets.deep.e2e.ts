import { sandboxFaultKinds } from '#contract/sandbox-faults.ts';
import { proveSecrets } from './secrets/prove.ts';

proveSecrets(sandboxFaultKinds);
