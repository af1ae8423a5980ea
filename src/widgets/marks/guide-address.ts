/**
 * The end of any address that opens the guide over its page, so that the guide can be shared and linked. The fragment never
 * reaches a service, and no page keeps its filters in it.
 */
export const guideFragment = '#how-to-read';
