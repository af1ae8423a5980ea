import type { APIResponse, Route } from '@playwright/test';

// The page names the answer that it has already, and a service that has the same then sends none. A test that changes
// answers needs each of them whole, and must not leave the page a validator for what the service never said.

/** The answer of the service to a call of the page, with its body whatever the page has already. */
export async function fetchWhole(route: Route): Promise<APIResponse> {
  const headers = await route.request().allHeaders();
  delete headers['if-none-match'];
  // The service may close an idle keep-alive connection at the moment when it is used again.
  return route.fetch({ headers, maxRetries: 3 });
}

/** Answers the page with another body. */
export async function fulfillChanged(route: Route, response: APIResponse, body: string): Promise<void> {
  const headers = response.headers();
  delete headers.etag;
  await route.fulfill({ status: response.status(), headers, body });
}
