/** What must not happen behind a journey's back; each of it fails the test. */
import type { BrowserContext, ConsoleMessage, Request, Response } from "@playwright/test";

/** The browser says this about every answer of 400 and more; refusals are part of the portal. */
const REFUSED_CALL = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Lists that grow with the bureau: the web reads them in pages, these are for programs (W-LST-001). */
const WHOLE_LISTS = new Set(["/api/cases", "/api/invoices", "/api/users"]);

export class Faults {
  readonly #found: string[] = [];
  readonly #allowed: RegExp[] = [];
  readonly #origin: string;
  #isWatching = true;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** For the journeys that provoke a fault on purpose. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  unexpected(): string[] {
    return this.#found.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)));
  }

  /** Violations of the content security policy arrive as console errors. */
  watch(context: BrowserContext): void {
    context.on("console", (message) => this.#judgeMessage(message));
    context.on("weberror", (error) => this.#note(`uncaught in the page: ${error.error().message}`));
    context.on("request", (request) => this.#judgeRequest(request));
    context.on("response", (response) => this.#judgeResponse(response));
  }

  /** Its contexts go on to the next journey, whose faults are its own. */
  stopWatching(): void {
    this.#isWatching = false;
  }

  #note(fault: string): void {
    if (this.#isWatching) this.#found.push(fault);
  }

  #judgeMessage(message: ConsoleMessage): void {
    if (message.type() !== "error" || REFUSED_CALL.test(message.text())) return;
    this.#note(`console.error: ${message.text()}`);
  }

  #judgeRequest(request: Request): void {
    const url = new URL(request.url());
    const isOwn =
      url.origin === this.#origin || ["blob:", "data:", "about:"].includes(url.protocol);
    if (!isOwn) this.#note(`unplanned call to ${url.href}`);
    const isRead = request.method() === "GET" && request.resourceType() === "fetch";
    if (isRead && WHOLE_LISTS.has(url.pathname)) this.#note(`a whole list was read: ${url.href}`);
  }

  #judgeResponse(response: Response): void {
    if (response.status() < 500) return;
    this.#note(`${response.status()} for ${response.request().method()} ${response.url()}`);
  }
}
