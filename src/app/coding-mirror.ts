/**
 * Mirrors the pending coding that was edited last in this tab into local storage, where other pages read it. Never a
 * second source of truth: it is read back only where the log itself did not survive (memory mode).
 */
import * as z from 'zod/mini'
import { type CodedValue, codedValue } from '#contracts/coding.ts'
import type { App } from '../app.ts'
import { recover } from '../commands/coding.ts'
import type { CodingFormDataStore } from '../effects/storage/coding-form-data.ts'
import type { Envelope } from '../events/envelope.ts'
import type { Codec } from '../events/log/codec.ts'
import { mirrorOf } from '../stores/coding-view.ts'

export interface MirrorPorts {
  readonly app: Pick<App, 'state' | 'tabId' | 'dispatch' | 'onCommitted'>
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
  return app.onCommitted((envelopes, own) => {
    if (!own) return
    const loaded = envelopes.findLast((envelope) => envelope.type === 'coding.initialised')
    const memory = app.state().logState.mode === 'memory'
    if (loaded && memory) inLine(() => readBack(loaded))
    const edited = envelopes.findLast((envelope) => mirrored.has(envelope.type))
    if (edited) inLine(() => write(edited))
  })

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

  async function readBack({ payload, projectId }: Envelope): Promise<void> {
    const { documentId } = about.parse(payload)
    const kept = projectId === null ? null : storage.get({ documentId, projectId })
    if (!kept) return
    const values = pendingValues.safeParse(await codec.decodeState(JSON.parse(kept.values))).data
    if (values) await app.dispatch(recover({ documentId, values }))
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
