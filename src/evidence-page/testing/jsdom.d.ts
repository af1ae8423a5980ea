/** What the tests use of jsdom, which brings no types of its own. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(
      html: string,
      options: {
        runScripts: 'dangerously';
        url: string;
        pretendToBeVisual: boolean;
        beforeParse: (window: Window & typeof globalThis) => void;
      },
    );
    readonly window: Window & typeof globalThis;
  }
}
