/** Documents with their redactions, whatever those cover, as a store holds them. */
import { requestIdOf } from '../events/coding/mark.ts'
import type { Envelope } from '../events/envelope.ts'
import {
  type Asked,
  arrived,
  asked,
  type DocumentOf,
  dropped,
  isSettled,
  type Redacted,
  refused,
  type ToldOf,
  unknownDocument,
} from '../events/redaction/gestures.ts'
import { type Buckets, getIn, putBounded } from './buckets.ts'

interface State<Doc> {
  /** By document id. */
  readonly documents: Buckets<Doc>
}
interface Of {
  readonly documentId: number
  readonly gesture: string
}
type Sent = Pick<Envelope, 'commandId' | 'undo' | 'at'>

/** So many documents a bucket of which everything can be asked for again. */
const settledPerBucket = 4

/** What is known of a document; null: nothing. */
export const documentIn = <Doc>({ documents }: State<Doc>, documentId: number): Doc | null =>
  getIn(documents, String(documentId)) ?? null

/** What becomes of a state by each event; `confirmed`: of a document by the answer to a gesture. */
export function documentsBy<One extends Redacted, A extends Asked & { readonly documentId: number }>(
  confirmed: (doc: DocumentOf<One, A>, reply: ToldOf<One> & Of) => DocumentOf<One, A>,
) {
  type Doc = DocumentOf<One, A>

  function inDocument<S extends State<Doc>>(state: S, documentId: number, change: (doc: Doc) => Doc): S {
    const before = documentIn(state, documentId) ?? unknownDocument(documentId)
    const after = change(before)
    if (after === before) return state
    return {
      ...state,
      documents: putBounded(state.documents, String(documentId), after, settledPerBucket, isSettled),
    }
  }

  return {
    arrived: <S extends State<Doc>>(state: S, told: ToldOf<One> & { readonly documentId: number }): S =>
      inDocument(state, told.documentId, (doc) => arrived(doc, told)),
    asked: <S extends State<Doc>>(state: S, payload: A, { commandId, undo, at }: Sent): S =>
      inDocument(state, payload.documentId, (doc) =>
        asked(doc, { gesture: requestIdOf({ commandId, undo }), asked: payload, at }),
      ),
    confirmed: <S extends State<Doc>>(state: S, reply: ToldOf<One> & Of): S =>
      inDocument(state, reply.documentId, (doc) => confirmed(doc, reply)),
    refused: <S extends State<Doc>>(
      state: S,
      refusal: Of & { readonly code: string; readonly message: string },
    ): S => inDocument(state, refusal.documentId, (doc) => refused(doc, refusal)),
    dropped: <S extends State<Doc>>(state: S, { documentId, gesture }: Of): S =>
      inDocument(state, documentId, (doc) => dropped(doc, gesture)),
  }
}
