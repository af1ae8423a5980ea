import { performance } from 'node:perf_hooks';
import type { Log } from '../../http/monitoring/log.ts';
import { SettingsError } from '../../settings/read-setting.ts';
import type { S3Settings } from '../../settings/object-store.ts';
import { checkObjectStore } from '../../storage/objects/check-objects.ts';
import type { ObjectStore } from '../../storage/objects/objects.ts';
import { StoreAway } from '../../storage/objects/store-away.ts';
import { StorageUnavailable } from '../../storage/unavailable.ts';

/** The checks of a start, of which a store that was away then passes none until it is back (Rule ST-54). */
export interface StoreChecks {
  hasPassed(): boolean;
  /** Repeats them, unless they have passed or were refused a moment ago; answers whether they have passed. */
  repeat(): Promise<boolean>;
}

/** Milliseconds. A repeated check writes a few bytes, which the store may lock for an hour. */
const refusedPace = 60_000;

/**
 * Checks the object store; one that does not answer is checked again later.
 *
 * @throws SettingsError where it answers, and is not what the settings say
 */
export async function checkAtStart(
  settings: S3Settings,
  log: Pick<Log, 'warn' | 'error' | 'info'>,
  pace = refusedPace,
): Promise<StoreChecks> {
  let passed = true;
  let nextCheck = 0;
  let refusal: string | undefined;
  try {
    await checkObjectStore(settings);
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error;
    passed = false;
    log.warn(
      `${error.message} Documents can neither be uploaded nor opened; the checks of the start are repeated until the object store passes them.`,
    );
  }
  const attempt = async (): Promise<void> => {
    try {
      await checkObjectStore(settings);
      passed = true;
      log.info('the object store passes the checks of the start');
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      if (error instanceof StoreAway) return;
      nextCheck = performance.now() + pace;
      if (refusal !== error.message)
        log.error(`${error.message} No document is stored until that is mended.`);
      refusal = error.message;
    }
  };
  return {
    hasPassed: () => passed,
    async repeat() {
      if (!passed && performance.now() >= nextCheck) await attempt();
      return passed;
    },
  };
}

/**
 * The same store, which takes nothing before the checks have passed: it might store documents unlocked or unencrypted, or
 * take other bytes than an address was signed for. What lies there already can be read, since its digest is verified.
 */
export function storeOnceChecked(
  objects: ObjectStore,
  { hasPassed }: Pick<StoreChecks, 'hasPassed'>,
): ObjectStore {
  const refuse = (): void => {
    if (hasPassed()) return;
    throw new StorageUnavailable(
      'documents',
      'lost',
      'The store of documents has not passed the checks of the start.',
    );
  };
  const { direct } = objects;
  return {
    ...objects,
    async stage(bytes, limit) {
      refuse();
      return objects.stage(bytes, limit);
    },
    direct: direct && {
      ...direct,
      async sign(...of) {
        refuse();
        return direct.sign(...of);
      },
    },
  };
}
