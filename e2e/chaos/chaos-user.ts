import type { BrowserContext, Page } from '@playwright/test';
import { enterDemo } from '../staff.ts';
import type { Interruption } from './fault-plan.ts';

/** What a user presses when it is there. */
const offers = [/^Entrar a la demostración$/, /^Reintentar \d+ fallidas?$/, /^Continuar$/, /^Reintentar$/];

/**
 * Somebody who has begun a bulk and sees it through: comes back when the page is gone, gives the key again when it
 * is requested, and presses what is offered. Does nothing that the screen does not offer.
 */
export class ChaosUser {
  #page: Page | undefined;
  /** Where the bulk is, once it was begun. */
  #address: string | undefined;
  readonly #context: BrowserContext;
  readonly #key: string;

  constructor(context: BrowserContext, key: string) {
    this.#context = context;
    this.#key = key;
  }

  /** Begins, and remembers where. */
  async begin(how: (page: Page) => Promise<string>): Promise<void> {
    const page = await this.page();
    await enterDemo(page);
    this.#address = await how(page);
  }

  /** The page that is open, or a new one. */
  async page(): Promise<Page> {
    if (this.#page && !this.#page.isClosed()) return this.#page;
    const page = await this.#context.newPage();
    page.setDefaultTimeout(5_000);
    // What crashed answers nothing more: a user closes it.
    page.on('crash', () => void page.close().catch(() => undefined));
    this.#page = page;
    if (this.#address) await page.goto(this.#address);
    return page;
  }

  /** Presses whatever the page asks for now: one thing at a time. */
  async pressOffer(): Promise<void> {
    const page = await this.page();
    const key = page.getByRole('region', { name: 'El servicio ya no acepta la clave' }).locator('input');
    if (await key.isVisible()) {
      await key.fill(this.#key);
      await key.press('Enter');
      return;
    }
    if (await this.#decide(page)) return;
    for (const name of offers) {
      const offered = page.getByRole('button', { name }).first();
      if ((await offered.isVisible()) && (await offered.isEnabled())) {
        await offered.click();
        return;
      }
    }
    // Entering leads to the first page where the address that was requested is not known any more.
    if (this.#address && new URL(page.url()).pathname === '/') await page.goto(this.#address);
  }

  /**
   * Answers the first question about a request whose create or invite is in doubt, as a person does who looks at the
   * request before. Whoever is invited already is refused by the service, so inviting again makes no second invite.
   */
  async #decide(page: Page): Promise<boolean> {
    const doubt = page.getByRole('region', { name: /^Tormenta / }).first();
    if (!(await doubt.isVisible())) return false;
    const name = (await doubt.getByRole('heading').textContent()) ?? '';
    const query = { search: JSON.stringify({ name }), pagination: JSON.stringify({ page: 1, size: 10 }) };
    const response = await page.request.get(`/rest/v1/signature-requests?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${this.#key}` },
    });
    // A fault may hit this call too; then it throws, or says nothing of the request, and is made again.
    const { results } = (await response.json()) as { results: { name: string; invites: unknown[] }[] };
    const found = results.find((request) => request.name === name);
    const isCreate = await doubt.getByRole('button', { name: /crearla$/ }).isVisible();
    if (isCreate)
      await doubt
        .getByRole('button', { name: found ? /^Sí se creó/ : 'No se creó: crearla' })
        .first()
        .click();
    else if (found)
      await doubt
        .getByRole('button', {
          name: found.invites.length === 2 ? 'Ya se invitó' : 'Invitar de nuevo',
        })
        .click();
    return true;
  }

  /** What befalls the user; a service that dies is not theirs. */
  async interrupt(what: Exclude<Interruption, 'kill service'>): Promise<void> {
    const page = await this.page();
    if (what === 'reload') await page.reload({ waitUntil: 'commit' });
    else if (what === 'close tab') await page.close({ runBeforeUnload: false });
    else if (what === 'crash tab') {
      const session = await this.#context.newCDPSession(page);
      // It never answers: the process that would is gone.
      const crashed = page.waitForEvent('crash', { timeout: 5_000 });
      void session.send('Page.crash').catch(() => undefined);
      await crashed.catch(() => undefined);
      if (!page.isClosed()) await page.close().catch(() => undefined);
    } else {
      await this.#context.setOffline(true);
      await new Promise((resolve) => setTimeout(resolve, 700));
      await this.#context.setOffline(false);
    }
  }
}
