import { chromium } from '@playwright/test';
import { browserLaunch } from './e2e/browser.ts';
import { prepareData } from './e2e/prepared-data.ts';
import { startService } from './e2e/service.ts';
await prepareData();
const service = await startService();
const browser = await chromium.launch(await browserLaunch());
const ctx = await browser.newContext({ viewport: { width: 412, height: 823 }, locale: 'es-MX', serviceWorkers: 'block' });
const page = await ctx.newPage();
await page.goto(service.origin + '/connect');
let path = process.argv[2] ?? '/requests';
if (path !== '/connect' && path !== '/verify') {
await page.getByRole('button', { name: 'Entrar a la demostración' }).click();
await page.getByRole('navigation').first().waitFor();
}
if (path === 'witness') { const s = await (await fetch(service.origin + '/sandbox/session')).json(); const r = await (await fetch(service.origin + '/rest/v1/witnesses?pagination=' + encodeURIComponent('{"page":1,"size":25}'), { headers: { authorization: 'Bearer ' + s.organizations[0].apiKey, 'x-api-key': s.organizations[0].apiKey } })).json(); console.log(Object.keys(r)); path = '/witnesses/' + r.results[0].id; }
const tools = await ctx.newCDPSession(page);
await tools.send('Network.enable');
await tools.send('Network.clearBrowserCache');
await tools.send('Network.emulateNetworkConditions', { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 });
const t: any = {}; let t0 = 0;
tools.on('Network.requestWillBeSent', (e) => { t0 ||= e.timestamp; t[e.requestId] = { s: e.timestamp - t0, u: e.request.url.replace(service.origin, '').slice(0, 90) }; });
tools.on('Network.loadingFinished', (e) => { if (t[e.requestId]) { t[e.requestId].e = e.timestamp - t0; t[e.requestId].b = e.encodedDataLength; } });
await page.goto(service.origin + path, { waitUntil: 'commit' });
await page.locator(path.startsWith('/witnesses/') ? '[data-section="witness"]' : path === '/connect' ? 'form button' : path === '/verify' ? 'main h1' : '[data-index], main li a[href^="/requests/"]').filter({ visible: true }).first().waitFor({ timeout: 60000 });
console.log('content', (await page.evaluate(() => performance.now())) / 1000);
await page.waitForTimeout(2500);
const all: any[] = Object.values(t).sort((a: any, b: any) => a.s - b.s);
console.log('requests', all.length, 'kB', all.reduce((s, x) => s + (x.b ?? 0), 0) / 1000);
for (const x of all) console.log(x.s.toFixed(2), (x.e ?? NaN).toFixed(2), String(x.b ?? '-').padStart(7), x.u);
console.log(await page.evaluate(() => new Promise((ok) => new PerformanceObserver((l) => ok(l.getEntries().map((e: any) => `${e.startTime.toFixed(0)} ${e.size} ${e.element?.outerHTML?.slice(0, 100)}`).join('\n'))).observe({ type: 'largest-contentful-paint', buffered: true }))));
await browser.close(); await service.stop();
