/**
 * Mirrors the pending coding that was edited last in this tab into local storage, where other pages read it. Never a
 * second source of truth: it is read back only where the log itself did not survive (memory mode). What is typed is put
 * here at once, before the log has it: a page that is reloaded meanwhile finds it here.
 */
import { createWatch } from 'effector'
import * as z from 'zod/mini'
import { type CodedValue, codedValue } from '#contracts/coding.ts'
import type { App } from '../app.ts'
import { recover, typeValue } from '../commands/coding.ts'
import { dispatch } from '../commands/dispatch.ts'
import type { CodingFormDataStore } from '../effects/storage/coding-form-data.ts'
import { choiceOf } from '../events/choice.ts'
import type { Envelope } from '../events/envelope.ts'
import type { Codec } from '../events/log/codec.ts'
import { mirrorOf } from '../stores/coding-view.ts'

export interface MirrorPorts {
  readonly app: Pick<App, 'state' | 'tabId' | 'scope' | 'dispatch' | 'onCommitted'>
  readonly storage: CodingFormDataStore
  readonly codec: Pick<Codec, 'encodeState' | 'decodeState'>
  readonly onFault: (fault: unknown) => void
}

/** Starts mirroring; answers how to stop. */
export function mirrorCoding({ app, storage, codec, onFault }: MirrorPorts): () => void {
  let line: Promise<void> = Promise.resolve()
  const inLine = (work: () => Promise<void>) => {
    line = line.then(work).catch(onFault)
  }
  /** Whether anything was typed since the page was opened: what an earlier one has left is past then. */
  let typing = false
  const untype = createWatch({ unit: dispatch, scope: app.scope, fn: keepTyped })
  const uncommit = app.onCommitted((envelopes, own) => {
    if (!own) return
    const loaded = envelopes.findLast((envelope) => envelope.type === 'coding.initialised')
    const memory = app.state().logState.mode === 'memory'
    if (loaded) inLine(() => readBack(loaded, memory))
    const edited = envelopes.findLast((envelope) => mirrored.has(envelope.type))
    if (edited) inLine(() => write(edited))
  })
  return () => {
    untype.unsubscribe()
    uncommit()
  }

  function keepTyped({ type, payload }: { readonly type: string; readonly payload: unknown }): void {
    const said = type === typeValue.type ? typeValue.payload.safeParse(payload).data : undefined
    const { projectId } = choiceOf(app.state().selection, app.tabId())
    if (said?.documentId === undefined || typeof said.value !== 'string' || projectId === null) return
    const { documentId, fieldId, value: text } = said
    const { codingIndex } = mirrorOf(app.state().coding, documentId)
    const values = storage.get({ documentId, projectId })?.values ?? '{}'
    typing = true
    storage.set({ documentId, codingIndex, projectId, tabId: app.tabId(), values, typed: { fieldId, text } })
  }

  async function write({ payload, projectId }: Envelope): Promise<void> {
    const { documentId } = about.parse(payload)
    const { codingIndex, values } = mirrorOf(app.state().coding, documentId)
    if (projectId === null) return
    if (Object.keys(values).length === 0) {
      if (storage.get({ documentId, projectId })) storage.remove()
      return
    }
    const encoded = JSON.stringify(await codec.encodeState(values))
    storage.set({ documentId, codingIndex, projectId, tabId: app.tabId(), values: encoded })
  }

  async function readBack(loaded: Envelope, memory: boolean): Promise<void> {
    const { documentId } = about.parse(loaded.payload)
    const { projectId } = loaded
    const kept = projectId === null ? null : storage.get({ documentId, projectId })
    if (!kept) return
    const values = memory
      ? pendingValues.safeParse(await codec.decodeState(JSON.parse(kept.values))).data
      : undefined
    if (values) await app.dispatch(recover({ documentId, values }))
    if (!kept.typed || typing || kept.tabId !== app.tabId()) return
    const { fieldId, text } = kept.typed
    await app.dispatch(typeValue({ documentId, fieldId, value: text }))
    await write(loaded)
  }
}

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
