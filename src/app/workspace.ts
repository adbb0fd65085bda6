/**
 * The whole client of one tab. main.tsx gives it the browser; tests give it a server of their own and several tabs in
 * one process.
 */
import { scopeBind } from 'effector'
import type { App } from '../app.ts'
import { type MessageChannel, messageChannelName, startMessages } from '../effects/messages.ts'
import { redactingEffects } from '../effects/redacting.ts'
import { searchInputEffects } from '../effects/search-input.ts'
import { selectionEffects } from '../effects/selection.ts'
import { timelineEffects, type WriteSession } from '../effects/timeline.ts'
import { unsentEffects } from '../effects/unsent.ts'
import { searchRequested } from '../events/catalog/review.ts'
import { countUnsaved, documentIn, isUnsaved } from '../stores/coding.ts'
import type { RootState } from '../stores/root.ts'
import { serverTimeHeard } from '../stores/timeline.ts'
import { account } from './account.ts'
import { mirrorCoding } from './coding-mirror.ts'
import { openCore, type Workspace, type WorkspacePorts } from './core.ts'
import { createLeaving } from './leaving.ts'
import { leavingKey } from './leaving-record.ts'
import { startReconciler } from './reconciler.ts'

export type { Workspace, WorkspacePorts } from './core.ts'

export const openWorkspace = async (ports: WorkspacePorts): Promise<Workspace> => {
  const late: { app?: App } = {}
  const write: WriteSession = async (asked, plan) => {
    const { app } = late
    if (!app) throw new Error('The workspace is not open')
    const { exportSession } = await import('./past/export.ts')
    const { env, origin, saveFile } = ports
    await app.areas.loadAll()
    return exportSession({ app, origin, saveFile, now: env.now, catalog: app.areas.catalog }, asked, plan)
  }
  const { keys, storage } = ports
  const left = (await keys?.left().catch(() => [])) ?? []
  if (left.length > 0 || storage.local.getItem(leavingKey) !== null)
    await (await import('./leaving-finish.ts')).finishLeft(ports)
  return openCore(ports, {
    account,
    leaving: createLeaving(ports),
    effects: (local) => [
      ...selectionEffects(local),
      ...searchInputEffects(local),
      ...redactingEffects(local),
      ...timelineEffects(write),
      ...unsentEffects({ unsent: local.unsent, saveFile: ports.saveFile, now: ports.env.now }),
    ],
    heard: ({ scope }, serverTime) =>
      scopeBind(serverTimeHeard, { scope, safe: true })(ports.env.now() - serverTime),
    hasUnsaved,
    countUnsaved: ({ coding }) => countUnsaved(coding),
    messages: (wired) => {
      const channel: MessageChannel | null = ports.channels<unknown>(messageChannelName)
      const { post, stop } = startMessages({ ...wired, channel })
      return {
        post,
        stop: () => {
          stop()
          channel?.close()
        },
      }
    },
    mirror: (app, storages) => {
      late.app = app
      const uncode = mirrorCoding({
        app,
        storage: storages.codingFormData,
        keys: ports.keys,
        onFault: ports.onFault,
      })
      const unsearch = app.onCommitted((envelopes, own) => {
        const searched = own ? envelopes.findLast(({ type }) => type === searchRequested.type) : undefined
        const query = searchRequested.payload.safeParse(searched?.payload).data?.query
        if (query) storages.reviewSearchInput.set(query.queryString)
      })
      // Asked with the first work that is stored here: some browsers put the question to the person.
      const unkeep = app.onCommitted((envelopes, own) => {
        if (!own || envelopes.every(({ retention }) => retention !== 'audit')) return
        unkeep()
        ports.keepStored?.()
      })
      const unreconcile = startReconciler({ ...ports, app })
      return () => {
        unreconcile()
        unkeep()
        unsearch()
        uncode()
      }
    },
  })
}

/** Whether the document in view has values that were never saved. */
function hasUnsaved({ review, coding }: RootState, tabId: string): boolean {
  const current = review.byTab[tabId]?.current
  const doc = current ? documentIn(coding, current.documentId) : null
  return doc !== null && isUnsaved(coding, doc)
}
