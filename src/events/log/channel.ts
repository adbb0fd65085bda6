/**
 * Messages between the tabs of one browser. For the log they are hints only: whatever they lose, repeat or bring in
 * another order, the log itself tells what happened.
 */
import type { Envelope } from '../envelope.ts'

/** A named channel; its own messages do not come back to it. */
export interface Channel<M> {
  post(message: M): void
  subscribe(listener: (message: M) => void): () => void
  close(): void
}
/** Null where the browser has no channel: single-tab mode. */
export type ChannelFactory = <M>(name: string) => Channel<M> | null

/** Other programs on the page may listen to it by this name. */
export const hintChannelName = 'redux_state_sync'

export type Hint =
  | {
      readonly kind: 'appended'
      readonly log: string
      readonly from: number
      readonly to: number
      /** The envelopes themselves where they are few, so that nobody has to read. */
      readonly inline: readonly Envelope[] | null
      /** Whether the outbox has changed with it. */
      readonly outbox: boolean
      readonly tabId: string
    }
  /** A tab that has just started says who it believes to be; `instance` is made anew for every page. */
  | { readonly kind: 'hello'; readonly tabId: string; readonly instance: string }
  /** Somebody else carries this tab id already. */
  | { readonly kind: 'taken'; readonly tabId: string; readonly instance: string }

/** So many envelopes at most travel with a hint. */
export const inlineLimit = 64

/** Calls back whenever a tab may have missed a hint. Answers how to stop. */
export type WakeSignals = (wake: () => void) => () => void

/** Focus, becoming visible, coming back from the back-forward cache, and every 30 seconds. */
export const browserSignals: WakeSignals = (wake) => {
  const onVisible = () => {
    if (document.visibilityState === 'visible') wake()
  }
  window.addEventListener('focus', wake)
  window.addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', onVisible)
  const timer = setInterval(wake, 30_000)
  return () => {
    window.removeEventListener('focus', wake)
    window.removeEventListener('pageshow', wake)
    document.removeEventListener('visibilitychange', onVisible)
    clearInterval(timer)
  }
}
