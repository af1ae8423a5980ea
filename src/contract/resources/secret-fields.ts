/**
 * Fields that are secrets wherever they are: never stored, shared between tabs, logged or shown as they came (Rules SB-4,
 * SR-9, AK-1). They are apart from the schemas, so that a browser can leave them out without loading those.
 */
export const secretFields: ReadonlySet<string> = new Set(['anonymousKey', 'pushNotificationToken', 'secret']);
