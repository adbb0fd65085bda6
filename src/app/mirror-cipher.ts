/** How the coding mirror is kept: with the account's keys where the log is, in clear where there are none. */
import { fromBase64, toBase64 } from '../events/log/base64.ts'
import { Unreadable } from '../events/log/codec.ts'
import type { AccountKeys, Keyring } from '../events/log/keys.ts'
import { createPads } from '../events/log/pads.ts'

/** Seals texts of one account. What it cannot open it throws at. */
export interface MirrorCipher {
  readonly seal: (text: string, about: string) => Promise<string>
  /** At once; null: not now. */
  readonly sealNow: (text: string) => string | null
  readonly open: (kept: string, about: string) => Promise<string>
}

/** Texts in clear are JSON, and begin otherwise. */
const sealedMark = 's:'
const paddedMark = 'p:'
const isClear = (kept: string): boolean => kept.startsWith('{') || kept.startsWith('[')

/** Also what an earlier version, or a page without keys, has left in clear is opened by the others. */
export const clearCipher: MirrorCipher = {
  seal: async (text) => text,
  sealNow: (text) => text,
  open: async (kept) => {
    if (!isClear(kept)) throw new Unreadable()
    return kept
  },
}

function keyedCipher(keys: AccountKeys): MirrorCipher {
  const pads = createPads(keys)
  pads.ready().catch(() => undefined)
  return {
    seal: async (text, about) =>
      sealedMark + toBase64(await keys.seal(new TextEncoder().encode(text), `mirror ${about}`)),
    sealNow: (text) => {
      const sealed = pads.seal(text)
      return sealed === null ? null : paddedMark + sealed
    },
    open: async (kept, about) => {
      if (kept.startsWith(paddedMark)) return pads.open(kept.slice(paddedMark.length))
      if (!kept.startsWith(sealedMark)) return clearCipher.open(kept, about)
      const plain = await keys.open(fromBase64(kept.slice(sealedMark.length)), `mirror ${about}`)
      return new TextDecoder().decode(plain)
    },
  }
}

/** Answers the account's cipher; asked anew each time, because a logout in between takes its keys away. */
export function mirrorCiphers(
  keyring: Pick<Keyring, 'keysFor'> | null,
): (account: number) => Promise<MirrorCipher> {
  let last: { readonly id: string; readonly cipher: MirrorCipher } | null = null
  return async (account) => {
    if (keyring === null) return clearCipher
    const keys = await keyring.keysFor(account)
    if (last?.id !== keys.id) last = { id: keys.id, cipher: keyedCipher(keys) }
    return last.cipher
  }
}
