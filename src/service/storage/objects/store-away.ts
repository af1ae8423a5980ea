import { SettingsError } from '../../settings/read-setting.ts';
import { StorageUnavailable, unavailability } from '../unavailable.ts';
import { statusOf } from './s3-client.ts';

/** The object store does not answer: nothing is known of it yet, and it is checked again later (Rule ST-54). */
export class StoreAway extends SettingsError {}

/** No connection, no answer in time, or a store that answers that it cannot answer now. */
export function isAway(error: unknown): boolean {
  // A store that knows neither locks nor encryption says so by 501.
  if (statusOf(error) === 501) return false;
  return (
    error instanceof StoreAway ||
    unavailability('documents', error) instanceof StorageUnavailable ||
    (error instanceof Error && error.name === 'AbortError')
  );
}
