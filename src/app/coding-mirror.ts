/**
 * Mirrors the pending coding that was edited last in this tab into local storage, where other pages read it. Never a
 * second source of truth: it is read back only where the log itself did not survive (memory mode). What is typed is put
 * here at once, before the log has it: a page that is reloaded meanwhile finds it here.
 */
import { createWatch } from 'effector'
import * as z from 'zod/mini'
import { type CodedValue, codedValue } from '#contracts/coding.ts'
import { id } from '#contracts/ids.ts'
import type { App } from '../app.ts'
import { recover, typeValue } from '../commands/coding.ts'
import { dispatch } from '../commands/dispatch.ts'
import type { CodingFormDataStore } from '../effects/storage/coding-form-data.ts'
import { initialised } from '../events/catalog/coding.ts'
import { choiceOf } from '../events/choice.ts'
import type { Envelope } from '../events/envelope.ts'
import type { Keyring } from '../events/log/keys.ts'
import { mirrorOf } from '../stores/coding-view.ts'
import { clearCipher, type MirrorCipher, mirrorCiphers } from './mirror-cipher.ts'

export interface MirrorPorts {
  readonly app: Pick<App, 'state' | 'tabId' | 'scope' | 'dispatch' | 'onCommitted'>
  readonly storage: CodingFormDataStore
  /** Null: in clear. */
  readonly keys: Pick<Keyring, 'keysFor'> | null
  readonly onFault: (fault: unknown) => void
}

/** Starts mirroring; answers how to stop. */
export function mirrorCoding({ app, storage, keys, onFault }: MirrorPorts): () => void {
  let line: Promise<void> = Promise.resolve()
  /** What was being read when it was stopped has nobody to go to. */
  let stopped = false
  const inLine = (work: () => Promise<void>) => {
    line = line.then(work).catch(onFault)
  }
  const cipherFor = mirrorCiphers(keys)
  const cipherOf = async ({ actor }: Envelope): Promise<MirrorCipher | null> => {
    if (actor.userId === null) return null
    try {
      current = await cipherFor(actor.userId)
    } catch (fault) {
      // Where the log could not be kept either, other pages still get what they read here.
      if (!inMemory()) throw fault
      current = clearCipher
    }
    return current
  }
  const inMemory = () => app.state().logState.mode === 'memory'
  /** Of whoever works here; null before the first document has come. */
  let current: MirrorCipher | null = keys === null ? clearCipher : null
  /** Whether anything was typed since the page was opened: what an earlier one has left is past then. */
  let typing = false
  /** What was typed in a document and is not in the log yet, by field. */
  let typed: { readonly documentId: number; readonly texts: Map<number, string> } | null = null
  /** How many of the commands that typing gave have not been decided. */
  let saying = 0
  /** Counts what was typed: sealing takes time, and what came meanwhile counts. */
  let stroke = 0

  const untype = createWatch({ unit: dispatch, scope: app.scope, fn: keepTyped })
  const uncommit = app.onCommitted((envelopes, own) => {
    if (!own) return
    const loaded = envelopes.findLast((envelope) => envelope.type === initialised.type)
    if (loaded) {
      const memory = inMemory()
      inLine(() => readBack(loaded, memory))
    }
    forgetTyped(envelopes)
    const edited = envelopes.findLast((envelope) => mirrored.has(envelope.type))
    if (edited) inLine(() => write(edited))
  })
  return () => {
    stopped = true
    untype.unsubscribe()
    uncommit()
  }

  function keepTyped({ type, payload }: { readonly type: string; readonly payload: unknown }): void {
    if (type !== typeValue.type) return
    saying += 1
    const said = typeValue.payload.safeParse(payload).data
    const { projectId } = choiceOf(app.state().selection, app.tabId())
    if (said?.documentId === undefined || typeof said.value !== 'string' || projectId === null) return
    const { documentId, fieldId, value: text } = said
    if (typed?.documentId !== documentId) typed = { documentId, texts: new Map() }
    typed.texts.set(fieldId, text)
    typing = true
    stroke += 1
    const now = JSON.stringify([...typed.texts])
    const put = (sealed: string) => {
      const { codingIndex } = mirrorOf(app.state().coding, documentId)
      const values = storage.get({ documentId, projectId })?.values ?? ''
      storage.set({ documentId, codingIndex, projectId, tabId: app.tabId(), values, typed: sealed })
    }
    const sealed = current?.sealNow(now)
    if (sealed) {
      put(sealed)
      return
    }
    // A text that is longer than what was made beforehand, or the very first one: a few ms later.
    const at = stroke
    inLine(async () => {
      const sealedLater = await current?.seal(now, typedAbout(documentId))
      // It may be in the log by now.
      if (sealedLater !== undefined && at === stroke && typed !== null) put(sealedLater)
    })
  }

  /** Once all that was typed has been decided it is in the log, or was refused to the person's face. */
  function forgetTyped([first]: readonly Envelope[]): void {
    if (first?.commandType !== typeValue.type) return
    saying = Math.max(0, saying - 1)
    // A log that takes nothing any more is left with all of it: the page is to be loaded again.
    if (saying === 0 && !app.state().logState.superseded) typed = null
  }

  async function write(envelope: Envelope): Promise<void> {
    const { documentId } = about.parse(envelope.payload)
    const { projectId } = envelope
    const cipher = await cipherOf(envelope)
    if (projectId === null || cipher === null) return
    const { codingIndex, values } = mirrorOf(app.state().coding, documentId)
    const texts = typed?.documentId === documentId ? [...typed.texts] : []
    if (Object.keys(values).length === 0 && texts.length === 0) {
      if (storage.get({ documentId, projectId })) storage.remove()
      return
    }
    const at = stroke
    const [sealed, sealedTexts] = await Promise.all([
      Object.keys(values).length === 0 ? '' : cipher.seal(JSON.stringify(values), valuesAbout(documentId)),
      texts.length === 0 ? undefined : cipher.seal(JSON.stringify(texts), typedAbout(documentId)),
    ])
    const kept = at === stroke ? sealedTexts : storage.get({ documentId, projectId })?.typed
    const record = { documentId, codingIndex, projectId, tabId: app.tabId(), values: sealed }
    storage.set(kept === undefined ? record : { ...record, typed: kept })
  }

  async function readBack(loaded: Envelope, memory: boolean): Promise<void> {
    const { documentId } = about.parse(loaded.payload)
    const { projectId } = loaded
    const cipher = await cipherOf(loaded)
    const kept = projectId === null ? null : storage.get({ documentId, projectId })
    if (!kept || cipher === null) return
    /** Of other keys, or altered: no more than if it were not there. */
    const read = async (sealed: string, what: string): Promise<unknown> => {
      try {
        return sealed === '' ? undefined : JSON.parse(await cipher.open(sealed, what))
      } catch {
        return undefined
      }
    }
    const values = memory
      ? pendingValues.safeParse(await read(kept.values, valuesAbout(documentId))).data
      : undefined
    if (values && !stopped) await app.dispatch(recover({ documentId, values }))
    if (kept.typed === undefined || typing || kept.tabId !== app.tabId()) return
    const texts = typedTexts.safeParse(await read(kept.typed, typedAbout(documentId))).data ?? []
    for (const [fieldId, text] of texts) {
      if (stopped) return
      saying += 1
      await app.dispatch(typeValue({ documentId, fieldId, value: text }))
    }
    await write(loaded)
  }
}

const valuesAbout = (documentId: number): string => `values ${documentId}`
const typedAbout = (documentId: number): string => `typed ${documentId}`

/** What changes the pending copy. */
const mirrored: ReadonlySet<string> = new Set([
  'coding.valuesSet',
  'coding.reset',
  'coding.valuesRestored',
  'coding.conflictResolved',
  'coding.saveConfirmed',
])

const about = z.object({ documentId: z.int() })
const pendingValues: z.ZodMiniType<Record<string, CodedValue>> = z.record(z.string(), codedValue)
const typedTexts = z.array(z.tuple([id, z.string()]))
