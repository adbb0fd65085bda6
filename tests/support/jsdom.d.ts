/** As much of jsdom as tests use by hand. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html?: string, options?: { readonly url?: string; readonly storageQuota?: number })
    readonly window: Window & typeof globalThis
  }
}
