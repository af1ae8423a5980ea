import { sandboxFaultKinds } from '#contract/sandbox/injected-faults.ts';
import { proveSecrets } from './secrets/prove.ts';

proveSecrets(sandboxFaultKinds);
