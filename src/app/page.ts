/** What a page gives its program whoever looks at it: time, storage, the network, and no database. */
import { nanoid } from 'nanoid'
import { browserEnvironment } from '../effects/environment.ts'
import { saveInBrowser } from '../effects/save-file.ts'
import { browserStorage } from '../effects/storage/browser.ts'
import type { WorkspacePorts } from './core.ts'

/** What only a signed-in user's workspace needs. */
export type SharedPorts = 'indexedDB' | 'keys' | 'channels' | 'elect' | 'signals'
export type PagePorts = Omit<WorkspacePorts, 'areas' | SharedPorts>

export const pagePorts = (window: Window & typeof globalThis): PagePorts => ({
  env: browserEnvironment(window),
  newId: () => nanoid(),
  secure: window.isSecureContext,
  idle: (work) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => work(), { timeout: 5_000 })
    else setTimeout(work, 200)
  },
  origin: window.location.origin,
  timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  console: window.console,
  storage: browserStorage(window),
  saveFile: saveInBrowser,
  leaveTo: (url) => window.location.assign(url),
  fetch: window.fetch.bind(window),
  xhr: () => new XMLHttpRequest(),
  stopwatch: {
    now: () => window.performance.now(),
    // What is posted in a frame comes after it has been drawn.
    painted: (then) => window.requestAnimationFrame(() => setTimeout(then, 0)),
  },
  onFault: (fault) => window.console.error(fault),
})
