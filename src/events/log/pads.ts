/**
 * Seals a text at once, where nothing can be waited for: what a key press puts away must be there when the page goes away
 * in the same moment. AES-GCM is a stream that is laid over the text; the streams are made beforehand, each is used once,
 * and only the laying over is left to do. Such a text is hidden, but not authenticated: it is for what a person sees again
 * before anything comes of it.
 */
import { fromBase64, toBase64 } from './base64.ts'
import { type AccountKeys, type Bytes, nonceLength, type Pad } from './keys.ts'

export interface Pads {
  /** Null where no pad is ready that is long enough; then one is being made. */
  readonly seal: (text: string) => string | null
  readonly open: (sealed: string) => Promise<string>
  /** Makes what is missing: before the first text is there. */
  readonly ready: () => Promise<void>
}

/** As many as keys can be pressed while one is made. */
const atHand = 4
const minLength = 2_048

export function createPads(keys: Pick<AccountKeys, 'pad' | 'padOf'>): Pads {
  let length = minLength
  let pads: Pad[] = []
  let making: Promise<void> | null = null

  async function make(): Promise<void> {
    pads = pads.filter(({ stream }) => stream.length >= length)
    while (pads.length < atHand) pads.push(await keys.pad(length))
  }
  const ready = (): Promise<void> => {
    making ??= make().finally(() => {
      making = null
    })
    return making
  }

  return {
    ready,
    seal: (text) => {
      const plain = new TextEncoder().encode(text)
      while (length < plain.length) length *= 2
      const at = pads.findIndex(({ stream }) => stream.length >= plain.length)
      const [pad] = at < 0 ? [] : pads.splice(at, 1)
      // Told when a pad is missing again: the caller seals it in its own time then.
      ready().catch(() => undefined)
      if (!pad) return null
      const sealed = new Uint8Array(nonceLength + plain.length)
      sealed.set(pad.nonce)
      sealed.set(laidOver(plain, pad.stream), nonceLength)
      return toBase64(sealed)
    },
    open: async (text) => {
      const sealed = fromBase64(text)
      const nonce = sealed.slice(0, nonceLength)
      const hidden = sealed.slice(nonceLength)
      return new TextDecoder().decode(laidOver(hidden, await keys.padOf(nonce, hidden.length)))
    },
  }
}

const laidOver = (text: Uint8Array, stream: Uint8Array): Bytes =>
  Uint8Array.from(text, (byte, at) => byte ^ (stream[at] ?? 0))
