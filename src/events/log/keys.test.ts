import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { unplaced } from '#tests/support/envelopes.ts'
import { Unreadable } from './codec.ts'
import { type AccountKeys, type Keyring, openKeys } from './keys.ts'
import { createPads } from './pads.ts'

let factory: IDBFactory
let tab: Keyring
beforeEach(() => {
  factory = new IDBFactory()
  tab = openKeys(factory, crypto)
})
const bytes = (text: string) => new TextEncoder().encode(text)
const text = (plain: Uint8Array) => new TextDecoder().decode(plain)

describe('the keys of an account', () => {
  it('are the same in every tab, also where several ask for the first time at once, and each account has its own', async () => {
    const tabs = Array.from({ length: 5 }, () => openKeys(factory, crypto))
    const [first, ...others] = await Promise.all(tabs.map((one) => one.keysFor(7)))
    for (const other of others) expect(other.id).toBe(first?.id)
    const sealed = await first?.seal(bytes('who coded what'), 'here')
    for (const other of others) expect(text(await other.open(sealed, 'here'))).toBe('who coded what')

    const another = await tab.keysFor(8)
    expect(another.id).not.toBe(first?.id)
    await expect(another.open(sealed, 'here')).rejects.toBeInstanceOf(Unreadable)
    expect(await another.mac('document:1')).not.toBe(await first?.mac('document:1'))
  })

  it('cannot be taken out of the browser', async () => {
    await tab.keysFor(7)
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = factory.open('affiant:keys')
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const row = await new Promise<Record<string, unknown>>((resolve) => {
      const asked = db.transaction('keys').objectStore('keys').get(7)
      asked.addEventListener('success', () => resolve(asked.result))
    })
    const kept = Object.values(row).filter((value) => value instanceof CryptoKey)
    expect(kept).toHaveLength(2)
    for (const key of kept) {
      expect(key.extractable).toBe(false)
      await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
    }
  })

  it('are dropped by a logout for good, which other tabs can tell from a loss', async () => {
    const keys = await tab.keysFor(7)
    const sealed = await keys.seal(bytes('kept'), 'here')
    const other = openKeys(factory, crypto)
    expect(await other.wereDropped(7)).toBe(false)
    await tab.dropKeys(7)
    expect(await other.wereDropped(7)).toBe(true)
    expect(await other.wereDropped(8)).toBe(false)

    const anew = await other.keysFor(7)
    expect(anew.id).not.toBe(keys.id)
    await expect(anew.open(sealed, 'here')).rejects.toBeInstanceOf(Unreadable)
    expect(await tab.wereDropped(7)).toBe(false)
  })

  it('open what they sealed only where it was sealed for, unaltered, and seal nothing twice in the same way', async () => {
    const keys = await tab.keysFor(7)
    const [once, again] = [await keys.seal(bytes('yes'), 'a'), await keys.seal(bytes('yes'), 'a')]
    expect(once).not.toEqual(again)
    expect(text(await keys.open(once, 'a'))).toBe('yes')
    await expect(keys.open(once, 'b')).rejects.toBeInstanceOf(Unreadable)
    const altered = once.with(once.length - 1, (once.at(-1) ?? 0) ^ 1)
    for (const wrong of [altered, once.slice(0, 9), new Uint8Array(), 'yes', undefined]) {
      await expect(keys.open(wrong, 'a')).rejects.toBeInstanceOf(Unreadable)
    }
  })
})

describe('a log sealed by them', () => {
  it('shows nothing of what it keeps, and takes no row for one of another log or place', async () => {
    const keys = await tab.keysFor(7)
    const [one, two] = [keys.codec('affiant:project:7:1'), keys.codec('affiant:project:7:2')]
    const envelope = unplaced(1, { payload: { note: 1, text: 'privileged' } })
    const sealed = await one.encodeEnvelope(envelope, 'tail a')
    expect(new TextDecoder('latin1').decode(sealed as Uint8Array)).not.toMatch(/privileged|note|document/)
    expect(await one.decodeEnvelope(sealed, 'tail a', 5)).toEqual({ ...envelope, seq: 5 })
    await expect(one.decodeEnvelope(sealed, 'tail b', 5)).rejects.toBeInstanceOf(Unreadable)
    await expect(two.decodeEnvelope(sealed, 'tail a', 5)).rejects.toBeInstanceOf(Unreadable)
    await expect(one.decodeSegment(sealed, 'tail b')).rejects.toBeInstanceOf(Unreadable)
    // What stands in clear is not taken for what was sealed.
    await expect(one.decodeEnvelope(envelope, 'tail a', 5)).rejects.toBeInstanceOf(Unreadable)

    expect(await one.streamKey('document:1')).toBe(await one.streamKey('document:1'))
    expect(await one.streamKey('document:1')).not.toBe(await two.streamKey('document:1'))
    expect(await one.streamKey('document:1')).not.toContain('1:')
  })

  it('keeps states as they are, whatever they are made of', async () => {
    const codec = (await tab.keysFor(7)).codec('log')
    const states = [
      null,
      'a line\nand another \u0001',
      { plain: [1, 'two', null, true] },
      {
        map: new Map<unknown, unknown>([
          ['a', { set: new Set([1, 2]) }],
          [7, new Map()],
        ]),
      },
      [new Map([['gone', undefined]]), { left: undefined, right: '' }],
    ]
    for (const state of states) {
      const kept = await codec.encodeState(state, 'state')
      expect(await codec.decodeState(kept, 'state')).toStrictEqual(state)
    }
  })
})

describe('pads', () => {
  const padsOf = async (keys: Pick<AccountKeys, 'pad' | 'padOf'>) => {
    const pads = createPads(keys)
    await pads.ready()
    return pads
  }

  it('seal at once what is typed, each text another way, and open it again on another page', async () => {
    const pads = await padsOf(await tab.keysFor(7))
    const sealed = ['p', 'pr', 'pri — ñ'].map((typed) => pads.seal(typed))
    expect(new Set(sealed).size).toBe(3)
    const later = await padsOf(await openKeys(factory, crypto).keysFor(7))
    expect(await Promise.all(sealed.map((one) => later.open(one ?? '')))).toEqual(['p', 'pr', 'pri — ñ'])
  })

  it('say where none is ready, and have one for a text of that length soon', async () => {
    const pads = await padsOf(await tab.keysFor(7))
    const long = 'a long note '.repeat(1_000)
    expect(pads.seal(long)).toBeNull()
    await pads.ready()
    await pads.ready()
    const sealed = pads.seal(long)
    expect(sealed).not.toBeNull()
    expect(await pads.open(sealed ?? '')).toBe(long)
  })

  it('never lay one stream over two texts', async () => {
    const keys = await tab.keysFor(7)
    const nonces = new Set<string>()
    const pads = await padsOf({
      ...keys,
      pad: async (length) => {
        const pad = await keys.pad(length)
        nonces.add(pad.nonce.join())
        return pad
      },
    })
    const used = new Set<string>()
    let sealed = 0
    for (let stroke = 0; stroke < 40; stroke++) {
      const one = pads.seal(`stroke ${stroke}`)
      if (one !== null) {
        sealed += 1
        used.add(
          Uint8Array.from(atob(one), (char) => char.charCodeAt(0))
            .slice(0, 12)
            .join(),
        )
      }
      if (stroke % 3 === 0) await pads.ready()
    }
    expect(sealed).toBeGreaterThan(20)
    expect(used.size).toBe(sealed)
    for (const nonce of used) expect(nonces.has(nonce)).toBe(true)
  })
})
