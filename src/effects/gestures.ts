/** Gestures on their way to the record, whatever they cover: one by one, in order per document and once each. */
import type { CommandInput } from '../commands/define.ts'
import { requestIdOf } from '../events/coding/mark.ts'
import type { EventDef } from '../events/define.ts'
import type { Asked } from '../events/redaction/gestures.ts'
import type { RootState } from '../stores/root.ts'
import { standingIn } from './batch-standing.ts'
import type { Call } from './call.ts'
import { type AnyEffect, effect } from './define.ts'

interface Gesture extends Asked {
  readonly documentId: number
  readonly clears?: number | undefined
}

interface Of {
  readonly documentId: number
  readonly gesture: string
}

/** What differs by what is covered. */
interface Area<P extends Gesture, Reply> {
  readonly name: string
  readonly on: EventDef<string, P>
  readonly save: (call: Call, of: Of, markup: P['markup']) => Promise<Reply>
  readonly clear: (call: Call, of: Of & { readonly revision: number }) => Promise<Reply>
  /** The document as this browser knows it; null: it does not. */
  readonly docIn: (state: RootState, documentId: number) => { readonly revision: number } | null
  readonly confirm: (of: Of, reply: Reply) => CommandInput
  readonly refuse: (of: Of & { readonly code: string; readonly message: string }) => CommandInput
  /** The document as it is now, where a refusal tells it. */
  readonly receive: (data: unknown) => readonly CommandInput[]
  readonly reload: (documentId: number) => CommandInput
}

/** The effect that sends the gestures of an area. */
export const sendGestures = <P extends Gesture, Reply extends { readonly revision: number }>({
  name,
  on,
  ...area
}: Area<P, Reply>): AnyEffect =>
  effect<P, Reply>({
    ...{ name, on },
    strategy: 'queue',
    delivery: 'once',
    timeout: 20_000,
    retry: { times: 5, base: 300, cap: 30_000 },
    request: async (asked, { call }) => {
      const { documentId, markup, clears } = asked.payload
      const of = { documentId, gesture: requestIdOf(asked) }
      return clears === undefined
        ? area.save(call, of, markup)
        : area.clear(call, { ...of, revision: clears })
    },
    done: (asked, reply, state) => {
      const { documentId } = asked.payload
      const before = area.docIn(state, documentId)?.revision ?? -1
      return {
        commands: [
          area.confirm({ documentId, gesture: requestIdOf(asked) }, reply),
          // Others have drawn meanwhile: their part is not in this answer.
          ...(reply.revision === before + 1 ? [] : [area.reload(documentId)]),
        ],
      }
    },
    fail: (asked, failure) => {
      const { documentId } = asked.payload
      const { kind, code, message, data } = failure
      // Cut off, it is unknown and not failed: the outbox asks again by the same key.
      if (kind === 'canceled') return {}
      return {
        commands: [
          ...(code === 'redaction.stale' ? area.receive(data) : []),
          area.refuse({ documentId, gesture: requestIdOf(asked), code, message }),
          ...standingIn(failure),
        ],
      }
    },
  })
