/**
 * A reviewer's desk: the product's own areas in one tab or several, with a record behind them that keeps a version a
 * field, as the server does. Other people can code at the same record, and the way to it can be cut.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { AuditRow } from '#contracts/audit.ts'
import type { AnyCall, BodyOf } from '#contracts/call.ts'
import {
  type CodedValue,
  type Conflict,
  type FieldValue,
  type FormField,
  saveCoding,
  type UndoMark,
} from '#contracts/coding.ts'
import { recorded, sameValue } from '#contracts/coding-values.ts'
import { type VersionsSeen, versionsSeen } from '#contracts/coding-versions.ts'
import { fieldTypes } from '#contracts/project.ts'
import {
  type CommandRow,
  commands,
  type FoundCommands,
  report,
  saidText,
  taggedText,
} from '#contracts/reconcile.ts'
import { applyTags, type TagCategory } from '#contracts/tags.ts'
import type { Areas } from '#src/app.ts'
import { initialise } from '#src/commands/coding.ts'
import { receiveForms } from '#src/commands/coding-forms.ts'
import { initialiseTags, receiveTags } from '#src/commands/tags.ts'
import { auditEffects } from '#src/effects/audit.ts'
import { codingEffects } from '#src/effects/coding.ts'
import { type Environment, sole } from '#src/effects/environment.ts'
import { CallFailed, callFailure } from '#src/effects/failure.ts'
import type { Http } from '#src/effects/http.ts'
import { reconcileEffects } from '#src/effects/reconcile.ts'
import { tagsEffects } from '#src/effects/tags.ts'
import type { StoredForm } from '#src/events/catalog/coding.ts'
import type { DocumentCoding } from '#src/events/coding/document.ts'
import { documentIn } from '#src/stores/coding.ts'
import { type FieldView, type FormView, formView } from '#src/stores/coding-view.ts'
import { everyArea as areas } from '#tests/support/every-area.ts'
import { pureAreas } from './pure.ts'
import { createBrowser, type Tab, type TestBrowser } from './tabs.ts'

export const deskAreas: Areas = {
  ...areas,
  effects: [...codingEffects, ...tagsEffects, ...auditEffects, ...reconcileEffects],
  who: () => ({ userId: 7, role: 'Reviewer', projectId: 1, can: () => true }),
}

/** The document that all of it is about, as streams name it. */
export const documentId = 1
export const stream = `document:${documentId}`

const options = (fieldId: number, texts: readonly string[]) =>
  texts.map((short_text_value, position) => ({
    choiceId: fieldId * 10 + position + 1,
    position,
    short_text_value,
    checked: false,
  }))

function field(
  fieldId: number,
  field_name: string,
  field_type_id: number,
  texts: readonly string[] = [],
  more: Partial<FormField> = {},
): FormField {
  return {
    coding_form_field_id: 100 + fieldId,
    fieldId,
    position: fieldId,
    field_name,
    field_type_id,
    is_read_only: false,
    is_required: false,
    is_single_choice: field_type_id === fieldTypes.singleChoice,
    is_multi: field_type_id === fieldTypes.multipleChoice,
    values: options(fieldId, texts),
    ...more,
  }
}

export const fields = {
  responsive: field(1, 'Responsive', fieldTypes.singleChoice, ['Yes', 'No', 'Unclear'], {
    is_required: true,
  }),
  issues: field(2, 'Issues', fieldTypes.multipleChoice, ['Patent', 'Pricing', 'Fraud']),
  hot: field(3, 'Hot', fieldTypes.boolean, ['Yes', 'No']),
  met: field(4, 'Meeting date', fieldTypes.date),
  pages: field(5, 'Pages', fieldTypes.integer),
  amount: field(6, 'Amount', fieldTypes.float),
  summary: field(7, 'Summary', fieldTypes.shortText),
  notes: field(8, 'Notes', fieldTypes.longText),
  remark: field(9, 'Batch remark', fieldTypes.shortText, [], { is_read_only: true }),
  odd: field(10, 'Odd', 77),
  lone: field(11, 'Lone', fieldTypes.boolean, ['Only']),
  comment: field(12, 'Comment', fieldTypes.text),
  related: field(13, 'Related', fieldTypes.singleObject),
} as const

const section = (sectionId: number, name: string, own: readonly FormField[]) => ({
  sectionId,
  position: sectionId,
  name,
  isExpanded: true,
  isEditing: false,
  fields: [...own],
})

export const form: StoredForm = {
  coding_form_id: 1,
  name: 'First pass',
  isSelected: true,
  modifyActionType: 0,
  revision: 1,
  // Out of order on purpose: positions are what counts.
  sections: [
    section(2, 'Details', [
      fields.amount,
      fields.met,
      fields.pages,
      fields.summary,
      fields.notes,
      fields.remark,
      fields.odd,
      fields.lone,
      fields.comment,
      fields.related,
    ]),
    section(1, 'Decision', [fields.hot, fields.issues, fields.responsive]),
  ],
}

export const tagCategories: readonly TagCategory[] = [
  {
    tagCategoryId: 2,
    name: 'Issues',
    position: 2,
    exclusive: false,
    tags: [
      { tagId: 21, name: 'Patent', position: 1, quickKey: 3 },
      { tagId: 22, name: 'Pricing', position: 2, quickKey: null },
    ],
  },
  {
    tagCategoryId: 1,
    name: 'Decision',
    position: 1,
    exclusive: true,
    tags: [
      { tagId: 11, name: 'Responsive', position: 1, quickKey: 1 },
      { tagId: 12, name: 'Not responsive', position: 2, quickKey: 2 },
    ],
  },
]

interface Stored {
  readonly value: CodedValue
  readonly version: number
  readonly by: string
  readonly at: string
}

/** What was asked of the record. */
export interface Asked {
  readonly call: string
  readonly key: string | null
  readonly ifMatch?: string
  readonly body: unknown
}

/** What the record has of one document. */
interface Sheet {
  readonly values: Map<number, Stored>
  /** Each field as it was written the first time. */
  readonly first: Map<number, Stored>
  readonly tags: Set<number>
}

export class DeskRecord {
  readonly rows: AuditRow[] = []
  readonly asked: Asked[] = []
  readonly replies = new Map<string, unknown>()
  readonly forms: StoredForm[] = [form]
  /** How the browser has said that its log stands. */
  readonly reports: BodyOf<typeof report>[] = []
  /** The way is cut: nothing arrives. */
  down = false
  /** The next answers are lost on their way back: what was asked has been done. */
  loseAnswers = 0
  /** The next questions are answered with 503: nothing has been done. */
  busy = 0
  /** The next saves are refused for good. */
  refuse: {
    readonly status: number
    readonly code: string
    readonly message: string
    readonly detail?: string
  } | null = null
  #clock = Date.UTC(2026, 0, 5, 9)
  readonly #sheets = new Map<number, Sheet>()

  /** What the record has of a document; of the one that most of it is about, where none is named. */
  sheet(of = documentId): Sheet {
    const known = this.#sheets.get(of)
    if (known) return known
    const blank: Sheet = { values: new Map(), first: new Map(), tags: new Set() }
    this.#sheets.set(of, blank)
    return blank
  }

  /** Somebody else codes a field. */
  foreign({ fieldId }: FormField, value: CodedValue, by = 'Ben Novak', of = documentId): void {
    this.#write(of, fieldId, value, by, null)
  }

  /** Somebody else puts one tag on, in place of the others of its category, or takes all of a category off. */
  foreignTag(category: string, tagId: number | null, by = 'Ben Novak'): void {
    const { tags, exclusive } = tagCategories.find(({ name }) => name === category) ?? {
      tags: [],
      exclusive: false,
    }
    const { tags: own } = this.sheet()
    const names = () => tags.filter((tag) => own.has(tag.tagId)).map(({ name }) => name)
    const old = names()
    if (exclusive || tagId === null) for (const tag of tags) own.delete(tag.tagId)
    if (tagId !== null) own.add(tagId)
    this.#row(documentId, 'tags.changed', category, old, names(), null, by)
  }

  coding(of = documentId): FieldValue[] {
    return [...this.sheet(of).values].map(([fieldId, stored]) => ({ fieldId, ...stored }))
  }

  /** Each field as it was written the first time: an answer of long ago. */
  firstCoding(): FieldValue[] {
    return [...this.sheet().first].map(([fieldId, stored]) => ({ fieldId, ...stored }))
  }

  valueOf({ fieldId }: FormField, of = documentId): CodedValue {
    return this.sheet(of).values.get(fieldId)?.value ?? null
  }

  readonly http: Http = {
    call: (async (contract: AnyCall, said: Record<string, unknown> = {}) => {
      const key = typeof said.idempotencyKey === 'string' ? said.idempotencyKey : null
      const ifMatch = typeof said.ifMatch === 'string' ? { ifMatch: said.ifMatch } : {}
      this.asked.push({ call: contract.name, key, ...ifMatch, body: structuredClone(said.body) })
      await Promise.resolve()
      if (this.down) throw new CallFailed(callFailure({ kind: 'network' }))
      if (this.busy > 0) {
        this.busy -= 1
        throw this.#failure(503, 'server.busy', 'Come back later.')
      }
      const reply = this.#answer(contract, said, key)
      if (this.loseAnswers > 0) {
        this.loseAnswers -= 1
        throw new CallFailed(callFailure({ kind: 'network' }))
      }
      return contract.reply.parse(reply)
    }) as Http['call'],
  }

  #answer(contract: AnyCall, said: Record<string, unknown>, key: string | null): unknown {
    if (contract.name === commands.name) return this.found(commands.body.parse(said.body).commandIds)
    if (contract.name === report.name) {
      this.reports.push(report.body.parse(said.body))
      return { taken: true }
    }
    if (contract.method !== 'GET') {
      if (key === null) throw this.#failure(428, 'version.required', 'Send a key.')
      const known = this.replies.get(key)
      if (known !== undefined) return known
      const refused = this.refuse
      if (refused) {
        this.refuse = null
        throw this.#failure(refused.status, refused.code, refused.message, undefined, refused.detail)
      }
      const reply =
        contract.name === saveCoding.name
          ? this.#save(saveCoding.body.parse(said.body), versionsSeen(String(said.ifMatch)) ?? new Map(), key)
          : this.#tag(applyTags.body.parse(said.body), key)
      this.replies.set(key, reply)
      return reply
    }
    switch (contract.name) {
      case 'coding.listForms':
        return { data: this.forms.map(infoOf), totalCount: this.forms.length }
      case 'coding.getForm': {
        const { id } = said.params as { id: number }
        return this.forms.find((one) => one.coding_form_id === id)
      }
      case 'tags.list':
        return { data: tagCategories, totalCount: tagCategories.length }
      case 'audit.documentHistory': {
        const { documentId: of } = said.query as { documentId: number }
        const own = this.rows.filter((row) => row.documentId === of)
        return { data: own.reverse(), totalCount: own.length, hidden: 0 }
      }
      default:
        throw new Error(`The desk's record does not answer ${contract.name}`)
    }
  }

  /** What became of commands, as the server tells it. */
  found(commandIds: readonly string[]): FoundCommands {
    const rows = this.rows.filter(({ commandId }) => commandId !== null && commandIds.includes(commandId))
    const byCommand = Map.groupBy(rows, ({ commandId }) => commandId ?? '')
    return {
      asOf: this.rows.length,
      at: new Date(this.#clock++).toISOString(),
      commands: [...byCommand].map(([commandId, own]) => ({ commandId, rows: own.map(digested) })),
    }
  }

  #save(body: ReturnType<typeof saveCoding.body.parse>, versions: VersionsSeen, key: string): unknown {
    const all = Object.values(fields)
    const sheet = this.sheet(body.documentId)
    const changes = body.fields.map((change) => {
      const found = all.find((one) => one.coding_form_field_id === change.coding_form_field_id)
      if (!found || found.is_read_only) throw this.#failure(403, 'permission.denied', 'Not this field.')
      const seen = versions.get(found.coding_form_field_id)
      if (seen === undefined) throw this.#failure(428, 'version.required', 'Name the version.')
      const kept = recorded(found, change.value)
      if ('fault' in kept) throw this.#failure(400, 'request.invalid', kept.fault)
      return { found, value: kept.value, seen, before: sheet.values.get(found.fieldId) }
    })
    const conflicts = changes.flatMap(({ found, value, seen, before }): Conflict[] => {
      const theirs = before?.value ?? null
      if ((before?.version ?? 0) === seen || sameValue(value, theirs)) return []
      const { fieldId, coding_form_field_id, field_name: name } = found
      const { version = 0, by = '', at = '' } = before ?? {}
      return [{ fieldId, coding_form_field_id, name, yours: value, theirs, version, by, at }]
    })
    if (conflicts.length > 0) throw this.#failure(412, 'coding.stale', 'Changed meanwhile.', { conflicts })
    const auditIds = changes.flatMap(({ found, value, before }) =>
      sameValue(value, before?.value ?? null)
        ? []
        : [this.#write(body.documentId, found.fieldId, value, 'Ana Lima', { key, mark: body.undo })],
    )
    for (const { fieldId, value } of body.gaveUp ?? []) {
      const name = all.find((one) => one.fieldId === fieldId)?.field_name ?? ''
      const standing = sheet.values.get(fieldId)?.value ?? null
      auditIds.push(
        this.#row(body.documentId, 'coding.gaveUp', name, value, standing, { key, mark: body.undo }),
      )
    }
    const values = changes.map(({ found }) => ({
      fieldId: found.fieldId,
      ...(sheet.values.get(found.fieldId) ?? { value: null, version: 0, by: null, at: null }),
    }))
    return { documentId: body.documentId, values, auditIds }
  }

  #tag(body: ReturnType<typeof applyTags.body.parse>, key: string): unknown {
    const { tags } = this.sheet(body.documentId)
    const before = [...tags]
    const moved = tagCategories.filter(({ exclusive, tags: all }) => {
      const differs = all.some(({ tagId }) => tags.has(tagId) !== (body.seen ?? before).includes(tagId))
      const wanted = body.add.filter((one) => all.some(({ tagId }) => tagId === one))
      const touched =
        wanted.some((one) => !tags.has(one)) ||
        all.some(({ tagId }) => body.remove.includes(tagId) && tags.has(tagId))
      return exclusive && differs && touched
    })
    if (moved.length > 0) {
      const data = { tagIds: before.toSorted((a, b) => a - b), conflicts: [] }
      throw this.#failure(412, 'tag.stale', `${moved[0]?.name} was changed by Ben Novak.`, data)
    }
    for (const tagId of body.remove) tags.delete(tagId)
    for (const tagId of body.add) {
      const category = tagCategories.find((one) => one.tags.some((tag) => tag.tagId === tagId))
      if (category?.exclusive) for (const tag of category.tags) tags.delete(tag.tagId)
      tags.add(tagId)
    }
    const tagIds = [...tags].sort((a, b) => a - b)
    const own = { key, mark: body.undo }
    // A row for each category that changed, with the names of its tags.
    const auditIds = tagCategories.flatMap((category) => {
      const [old, now] = [before, tagIds].map((ids) =>
        category.tags.filter(({ tagId }) => ids.includes(tagId)).map(({ name }) => name),
      )
      return sameValue(old ?? [], now ?? [])
        ? []
        : [this.#row(body.documentId, 'tags.changed', category.name, old, now, own)]
    })
    return { documentId: body.documentId, tagIds, auditIds }
  }

  #write(of: number, fieldId: number, value: CodedValue, by: string, own: Own | null): number {
    const { values, first } = this.sheet(of)
    const before = values.get(fieldId)
    const at = new Date(this.#clock++).toISOString()
    const stored = { value, version: (before?.version ?? 0) + 1, by, at }
    values.set(fieldId, stored)
    if (!before) first.set(fieldId, stored)
    const name = Object.values(fields).find((one) => one.fieldId === fieldId)?.field_name ?? ''
    return this.#row(of, 'coding.saved', name, before?.value ?? null, value, own, by)
  }

  #row(
    of: number,
    action: string,
    name: string,
    oldValue: unknown,
    newValue: unknown,
    own: Own | null,
    by = 'Ana Lima',
  ): number {
    const auditId = this.rows.length + 1
    const kind = own?.mark.kind
    this.rows.push({
      auditId,
      seq: auditId,
      at: new Date(this.#clock).toISOString(),
      userId: own ? 7 : 8,
      userName: by,
      roleName: 'Reviewer',
      action,
      documentId: of,
      field: name,
      oldValue,
      newValue,
      how: kind === 'undo' || kind === 'redo' ? kind : 'manual',
      commandId: own?.key ?? `foreign-${auditId}`,
      correlationId: null,
      undo: own?.mark ?? null,
      jobId: null,
      hash: '0'.repeat(64),
    })
    return auditId
  }

  #failure(status: number, code: string, message: string, data?: unknown, detail = ''): CallFailed {
    return new CallFailed(callFailure({ kind: 'status', status, code, message, data, detail }))
  }
}

/** A row without its content. Of tags a row names those that stand after it: what it put on are the new ones. */
function digested({
  auditId,
  documentId: of,
  action,
  field: name,
  oldValue,
  newValue,
}: AuditRow): CommandRow {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex')
  if (action === 'coding.gaveUp') return { auditId, documentId: of, digests: [] }
  if (action !== 'tags.changed')
    return { auditId, documentId: of, digests: [digest(saidText(name ?? '', newValue))] }
  const [old, now] = [oldValue, newValue].map((names) => z.array(z.string()).parse(names))
  const tags = tagCategories.find((category) => category.name === name)?.tags ?? []
  const on = tags.filter((tag) => now?.includes(tag.name) && !old?.includes(tag.name))
  return { auditId, documentId: of, digests: on.map(({ tagId }) => digest(taggedText(tagId))) }
}

interface Own {
  readonly key: string
  readonly mark: UndoMark
}

const infoOf = ({ coding_form_id, name, isSelected, revision }: StoredForm) => ({
  coding_form_id,
  name,
  isSelected,
  revision,
})

export interface Desk {
  /** Ms since the epoch, for all tabs; waiting moves it. */
  readonly clock: { now: number }
  readonly browser: TestBrowser
  readonly record: DeskRecord
  readonly tab: Tab
  /** Another tab of the same browser. */
  readonly another: () => Promise<Tab>
  /** The tab again after a reload: its memory is gone, its log is not. */
  readonly reload: () => Promise<Tab>
  /** What the record has is fetched, as opening the document does. */
  readonly open: (tab?: Tab) => Promise<void>
  /** Resolves when nothing is under way any more. */
  readonly quiet: (tab?: Tab) => Promise<void>
  /** Throws where a tab had a fault: a decision that was not pure is one. */
  readonly close: () => Promise<void>
}

/** `bare`: no forms and no document are loaded yet. `memory`: the log is only in memory. */
export async function createDesk({ bare = false, memory = false } = {}): Promise<Desk> {
  const record = new DeskRecord()
  // Whatever happens at the desk, its decisions and folds are held to be pure.
  const browser = createBrowser(pureAreas(deskAreas))
  const opened: Tab[] = []
  const clock = { now: Date.UTC(2026, 0, 5, 9) }
  const env: Environment = {
    now: () => clock.now,
    // Waits between tries take no real time, but other work gets its turn.
    sleep: async (ms, signal) => {
      signal.throwIfAborted()
      clock.now += ms
      await new Promise((resolve) => setTimeout(resolve, 2))
      signal.throwIfAborted()
    },
    random: () => 0.5,
    online: () => true,
    hidden: () => false,
    subscribe: () => () => undefined,
    alone: sole,
  }
  const openTab = async (session?: Map<string, string>) => {
    const tab = await browser.openTab({
      http: () => record.http,
      env,
      ...(session ? { session } : {}),
      ...(memory ? { indexedDB: undefined } : {}),
    })
    opened.push(tab)
    await tab.openAccount(7)
    await tab.openProject(1)
    return tab
  }
  const tab = await openTab()
  const quiet = async (which = tab) => {
    for (let round = 0; round < 4; round++) {
      await which.settled()
      await which.effects.delivery.idle()
      await which.effects.idle()
    }
  }
  const open = async (which = tab) => {
    await which.dispatch(initialise({ documentId, values: record.coding() }))
    await which.dispatch(
      initialiseTags({ documentId, tagIds: [...record.sheet().tags], etag: `etag-${record.rows.length}` }),
    )
  }
  if (!bare) {
    await tab.dispatch(receiveForms({ list: [infoOf(form)], forms: [form] }))
    await tab.dispatch(receiveTags({ categories: [...tagCategories] }))
    await open()
  }
  return {
    clock,
    browser,
    record,
    tab,
    another: () => openTab(),
    reload: async () => {
      const { session } = tab
      await tab.close()
      return openTab(session)
    },
    open,
    quiet,
    close: async () => {
      await browser.close()
      const [fault] = opened.flatMap(({ faults }) => faults)
      if (fault !== undefined) throw fault
    },
  }
}

export function docOf(tab: Tab): DocumentCoding {
  const doc = documentIn(tab.state().coding, documentId)
  if (!doc) throw new Error('The document is not loaded')
  return doc
}

export const viewOf = (tab: Tab): FormView => formView(tab.state().coding, documentId, tab.tabId())

export function fieldViewOf(tab: Tab, { fieldId }: FormField): FieldView {
  const found = viewOf(tab)
    .sections.flatMap((one) => one.fields)
    .find((one) => one.fieldId === fieldId)
  if (!found) throw new Error('The form does not show this field')
  return found
}

/** Field name → what the form holds. */
export const heldOf = (tab: Tab): Record<string, unknown> =>
  Object.fromEntries(
    viewOf(tab).sections.flatMap((one) => one.fields.map((shown) => [shown.name, shown.held])),
  )
