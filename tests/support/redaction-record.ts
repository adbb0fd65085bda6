/** The record of redactions of one document, as the server keeps it: a version each, a revision, and 412 where one moved. */
import type { AnyCall } from '#contracts/call.ts'
import {
  clearRedactions,
  type DocumentRedactions,
  documentRedactions,
  type Redaction,
  saveMarkup,
} from '#contracts/redactions.ts'
import { CallFailed, callFailure } from '#src/effects/failure.ts'
import type { Http } from '#src/effects/http.ts'
import type { RemovedRedaction } from '#src/events/redaction/document.ts'

export class RedactionRecord {
  readonly documentId: number
  readonly inForce = new Map<string, Redaction>()
  readonly removed = new Map<string, RemovedRedaction>()
  readonly replies = new Map<string, unknown>()
  /** Of each write: its key and what was said. */
  readonly written: { readonly key: string; readonly body: unknown }[] = []
  revision = 0
  /** The way is cut. */
  down = false
  /** The next answers to writes are lost on their way back. */
  loseAnswers = 0
  /** The next write is refused. */
  refuse: { readonly status: number; readonly message: string } | null = null
  #clock = Date.UTC(2026, 0, 5, 14, 2)

  constructor(documentId = 1) {
    this.documentId = documentId
  }

  now(): DocumentRedactions {
    const data = [...this.inForce.values()]
    return documentRedactions.parse({
      ...{ documentId: this.documentId, revision: this.revision, data },
      ...{ totalCount: data.length, removed: [...this.removed.values()] },
    })
  }

  /** Somebody else removes one. */
  foreignRemoval(key: string, by = 'Dana'): void {
    this.#remove(key, by)
    this.revision += 1
  }

  write(contract: AnyCall, said: unknown, key: string): unknown {
    const known = this.replies.get(key)
    if (known !== undefined) return known
    this.written.push({ key, body: structuredClone(said) })
    if (this.refuse !== null) {
      const { status, message } = this.refuse
      this.refuse = null
      throw failure(status, status === 403 ? 'permission.denied' : 'request.invalid', message)
    }
    const reply = contract.name === clearRedactions.name ? this.#clear(said) : this.#save(said)
    this.replies.set(key, reply)
    return reply
  }

  readonly http: Http = {
    call: (async (contract: AnyCall, said: Record<string, unknown> = {}) => {
      await Promise.resolve()
      if (this.down) throw new CallFailed(callFailure({ kind: 'network' }))
      if (contract.method === 'GET')
        return contract.name === 'redactions.load' ? this.now() : { data: [], totalCount: 0 }
      const reply = this.write(contract, said.body, String(said.idempotencyKey))
      if (this.loseAnswers > 0) {
        this.loseAnswers -= 1
        throw new CallFailed(callFailure({ kind: 'network' }))
      }
      return contract.reply.parse(reply)
    }) as Http['call'],
  }

  #save(said: unknown): unknown {
    const { gesture, markup } = saveMarkup.body.parse(said)
    const seen = [...markup.change, ...markup.remove]
    const isStale =
      seen.some(({ key, version }) => this.inForce.get(key)?.version !== version) ||
      markup.restore.some(({ key, version }) => this.removed.get(key)?.version !== version)
    if (isStale) throw failure(412, 'redaction.stale', 'It was changed meanwhile.', this.now())
    const at = this.#at()
    for (const one of markup.add)
      this.inForce.set(one.key, {
        ...one,
        ...{ origin: 'hand', gesture, version: 1, by: 'Ana Lima', isOwn: true, at, toCheck: false },
      })
    for (const { key, version, checked, boxes, label, reason } of markup.change) {
      const before = this.inForce.get(key)
      if (before === undefined) continue
      this.inForce.set(key, {
        ...before,
        version: version + 1,
        boxes: boxes ?? before.boxes,
        label: label ?? before.label,
        reason: reason ?? before.reason,
        toCheck: checked ? false : before.toCheck,
      })
    }
    for (const { key } of markup.remove) this.#remove(key, 'Ana Lima')
    for (const { key, version } of markup.restore) {
      const { removedBy: _, removedAt: __, ...back } = this.removed.get(key) ?? never()
      this.removed.delete(key)
      this.inForce.set(key, { ...back, version: version + 1 })
    }
    this.revision += 1
    const touched = [...markup.add, ...markup.change, ...markup.restore].map(({ key }) => key)
    return {
      revision: this.revision,
      data: touched.flatMap((key) => this.inForce.get(key) ?? []),
      removed: markup.remove.flatMap(({ key }) => this.removed.get(key) ?? []),
    }
  }

  #clear(said: unknown): unknown {
    const { revision } = clearRedactions.body.parse(said)
    if (revision !== this.revision)
      throw failure(412, 'redaction.stale', 'It was changed meanwhile.', this.now())
    for (const key of [...this.inForce.keys()]) this.#remove(key, 'Ana Lima')
    this.revision += 1
    return this.now()
  }

  #remove(key: string, by: string): void {
    const one = this.inForce.get(key)
    if (one === undefined) return
    this.inForce.delete(key)
    this.removed.set(key, { ...one, version: one.version + 1, removedBy: by, removedAt: this.#at() })
  }

  #at(): string {
    this.#clock += 1
    return new Date(this.#clock).toISOString()
  }
}

const failure = (status: number, code: string, message: string, data?: unknown): CallFailed =>
  new CallFailed(callFailure({ kind: 'status', status, code, message, data, detail: '' }))

function never(): never {
  throw new Error('It was not removed.')
}
