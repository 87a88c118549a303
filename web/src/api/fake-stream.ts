/** Stands in for the browser's EventSource; each one that was opened can be made to speak. */
export class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: FakeStream[] = [];
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeStream.opened.push(this);
  }
  close(): void {
    this.readyState = FakeStream.CLOSED;
  }
}
