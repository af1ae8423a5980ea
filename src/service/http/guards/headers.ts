/**
 * The content security policy of every page and of every script that starts a worker (Rule ST-7).
 *
 * @param connect further origins that the page may reach
 * @param scripts digests of the scripts that stand in the page itself (`sha256-…`)
 */
export function pagePolicy(connect: readonly string[], scripts: readonly string[] = []): string {
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts.map((digest) => `'${digest}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    // The one policy is the page's own, which admits workers of the build and nothing else (src/app/trusted-types.ts).
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** Powers of a browser that no page of ours uses. */
const deniedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Headers of every answer (Rule ST-7). */
const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
};

/** Sets the headers of every answer. What is not a page may do nothing, should a browser show it as one. */
export function secure(response: Response): Response {
  const { headers } = response;
  for (const [name, value] of Object.entries(everywhere)) if (!headers.has(name)) headers.set(name, value);
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  return response;
}
