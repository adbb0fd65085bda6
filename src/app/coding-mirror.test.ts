import 'fake-indexeddb/auto'
import { scopeBind } from 'effector'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { initialise, reset, typeValue } from '#src/commands/coding.ts'
import { save } from '#src/commands/coding-saves.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { selectProject } from '#src/commands/selection.ts'
import { createCodingFormData } from '#src/effects/storage/coding-form-data.ts'
import { type Keyring, openKeys } from '#src/events/log/keys.ts'
import { createDesk, type Desk, documentId, fields, heldOf } from '#tests/support/desk.ts'
import type { Tab } from '#tests/support/tabs.ts'
import { mirrorCoding } from './coding-mirror.ts'

let desk: Desk
let area: Map<string, string>
let stop: () => void
beforeEach(async () => {
  desk = await createDesk()
  area = new Map()
  stop = start(desk.tab)
})
afterEach(async () => {
  stop()
  await desk.close()
})

const keyValues = () => ({
  getItem: (key: string) => area.get(key) ?? null,
  setItem: (key: string, value: string) => {
    area.set(key, value)
  },
  removeItem: (key: string) => {
    area.delete(key)
  },
  key: (at: number) => [...area.keys()][at] ?? null,
  length: 0,
})
const start = (app: Tab, keys: Keyring | null = null): (() => void) =>
  mirrorCoding({
    app,
    storage: createCodingFormData(keyValues()),
    keys,
    onFault: (fault) => {
      throw fault
    },
  })
const type = async (field: { fieldId: number }, value: string | number) => {
  await desk.tab.dispatch(typeValue({ documentId, fieldId: field.fieldId, value }))
  await desk.quiet()
}
const mirrored = (): unknown => JSON.parse(area.get('codingFormDataReact') ?? 'null')

describe('the mirror of the pending coding', () => {
  it('[form-edit-mirror-storage] [store-codingformdatareact] follows each edit, with the document id and the coding index in clear', async () => {
    await type(fields.notes, 'n')
    expect(mirrored()).toEqual({
      documentId,
      codingIndex: 0,
      projectId: 1,
      tabId: desk.tab.tabId(),
      values: JSON.stringify({ [fields.notes.fieldId]: 'n' }),
    })
    await type(fields.pages, '4')
    expect(mirrored()).toMatchObject({
      values: JSON.stringify({ [fields.pages.fieldId]: 4, [fields.notes.fieldId]: 'n' }),
    })
  })

  it('goes where nothing is pending any more', async () => {
    await type(fields.notes, 'n')
    await desk.tab.dispatch(save({ documentId }))
    await desk.quiet()
    expect(mirrored()).toBeNull()
    await type(fields.notes, 'nn')
    await desk.tab.dispatch(reset({ documentId }))
    await desk.quiet()
    expect(mirrored()).toBeNull()
  })

  it('is never read while the log is there, and brings unsaved coding back where the log was only in memory', async () => {
    await type(fields.notes, 'n')
    const kept = new Map(area)
    await desk.tab.dispatch(reset({ documentId }))
    await desk.quiet()
    area = kept
    await desk.tab.dispatch(initialise({ documentId, values: desk.record.coding() }))
    await desk.quiet()
    expect(heldOf(desk.tab).Notes).toBe('')

    const alone = await createDesk({ memory: true })
    const end = start(alone.tab)
    await alone.open()
    await expect.poll(() => heldOf(alone.tab).Notes).toBe('n')
    end()
    await alone.close()
  })

  it('has what was typed before the log has it, and brings it back to a page that was reloaded meanwhile', async () => {
    await desk.tab.dispatch(selectProject({ clientId: 1, projectId: 1 }))
    await type(fields.notes, 'sai')
    // A page that goes away: what is said last never gets to the log.
    stop()
    stop = start(desk.tab)
    const say = scopeBind(dispatch, { scope: desk.tab.scope })
    const append = desk.tab.settled()
    say(typeValue({ documentId, fieldId: fields.notes.fieldId, value: 'said' }))
    expect(mirrored()).toMatchObject({
      documentId,
      typed: JSON.stringify([[fields.notes.fieldId, 'said']]),
    })
    const kept = new Map(area)
    await append
    await desk.quiet()
    expect(mirrored()).not.toHaveProperty('typed')

    await desk.tab.dispatch(typeValue({ documentId, fieldId: fields.notes.fieldId, value: 'sai' }))
    await desk.quiet()
    stop()
    area = kept
    const again = await desk.reload()
    stop = start(again)
    await desk.open(again)
    await expect.poll(() => heldOf(again).Notes).toBe('said')
    await expect.poll(mirrored).not.toHaveProperty('typed')
  })

  describe('under the account’s keys', () => {
    const readable = () => [...area.values()].join()
    /** As where the log is encrypted: the first document has come, so the keys are at hand. */
    const startSealed = async (tab = desk.tab, keys = openKeys(factory, crypto)) => {
      stop()
      stop = start(tab, keys)
      await desk.open(tab)
      await tab.settled()
      await desk.quiet()
    }
    let factory: IDBFactory
    beforeEach(async () => {
      factory = new IDBFactory()
      await desk.tab.dispatch(selectProject({ clientId: 1, projectId: 1 }))
      await startSealed()
    })

    it('shows whose coding it is and nothing of it', async () => {
      await type(fields.notes, 'privileged')
      await expect.poll(mirrored).toMatchObject({ documentId, codingIndex: 0, projectId: 1 })
      await expect.poll(() => mirrored()).not.toMatchObject({ values: '' })
      expect(readable()).not.toMatch(/privileged/)
      expect(Object.keys(Object(mirrored())).sort()).toEqual([
        'codingIndex',
        'documentId',
        'projectId',
        'tabId',
        'values',
      ])
    })

    it('has every letter in the same moment, unreadable, in all fields; a page that is reloaded has it back', async () => {
      await type(fields.notes, 'sai')
      stop()
      await startSealed()
      const say = scopeBind(dispatch, { scope: desk.tab.scope })
      const typedNow = () => Object(mirrored()).typed
      // What seals at once is made beforehand, in the time between two letters.
      let kept = new Map(area)
      let nth = 0
      await expect
        .poll(() => {
          nth += 1
          const first = typedNow()
          say(typeValue({ documentId, fieldId: fields.notes.fieldId, value: `said of privilege ${nth}` }))
          const second = typedNow()
          say(typeValue({ documentId, fieldId: fields.pages.fieldId, value: String(10 + nth) }))
          const third = typedNow()
          kept = new Map(area)
          return first !== second && second !== third && /^p:/.test(third)
        })
        .toBe(true)
      expect(readable()).not.toMatch(/privilege/)
      await desk.tab.settled()
      await desk.quiet()
      await expect.poll(mirrored).not.toHaveProperty('typed')

      await desk.tab.dispatch(typeValue({ documentId, fieldId: fields.notes.fieldId, value: 'sai' }))
      await desk.tab.dispatch(reset({ documentId }))
      await expect.poll(mirrored).toBeNull()
      stop()
      area = kept
      const again = await desk.reload()
      await startSealed(again)
      await expect.poll(() => heldOf(again).Notes).toBe(`said of privilege ${nth}`)
      await expect.poll(() => heldOf(again).Pages).toBe(10 + nth)
    })

    it('keeps a text that is longer than what was made beforehand, a moment later', async () => {
      const long = 'a long note '.repeat(600)
      const say = scopeBind(dispatch, { scope: desk.tab.scope })
      say(typeValue({ documentId, fieldId: fields.notes.fieldId, value: long }))
      await expect.poll(mirrored).toMatchObject({ documentId })
      await desk.tab.settled()
      await desk.quiet()
      expect(readable()).not.toMatch(/long note/)
    })

    it('brings nothing back once the keys are gone', async () => {
      await type(fields.notes, 'privileged')
      const kept = new Map(area)
      await openKeys(factory, crypto).dropKeys(7)
      stop()
      area = kept
      const alone = await createDesk({ memory: true })
      const end = start(alone.tab, openKeys(factory, crypto))
      await alone.open()
      await alone.quiet()
      expect(heldOf(alone.tab).Notes).toBe('')
      end()
      await alone.close()
    })
  })
})
