// The engine's thread where the service runs from its sources: Node hands no thread the hooks by which another one
// reads TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('#service/storage/database/engine-worker.ts');
