/** Bulk changes for tests: asked for, waited for, and looked at. */
import { expect } from 'vitest'
import {
  type BulkReceipt,
  bulkCode,
  bulkTag,
  getBulk,
  listBulkRows,
  redoBulk,
  undoBulk,
} from '#contracts/bulk.ts'
import type { BulkDocuments } from '#contracts/bulk-changes.ts'
import { type CodedValue, readCoding, saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { settledStates } from '#contracts/jobs.ts'
import type { TestUser } from './harness.ts'
import { type CreatedForm, fieldNamed, type Matter } from './matter.ts'

type Change = readonly [name: string, how: 'set' | 'add' | 'remove', value: CodedValue]

export interface Said {
  readonly as?: TestUser
  readonly key?: string
  readonly families?: boolean
}

/** What one does with bulk changes in a matter. */
export function bulkIn(matter: Matter, form: CreatedForm | null) {
  const { server, projectId: project } = matter
  let keys = 0
  const send = (said: Said) => ({ project, key: said.key ?? `bulk-command-${++keys}` })
  const correlationId = 'gesture-0001'
  const formId = () => form?.coding_form_id ?? 0
  const formField = (name: string) => (form === null ? 0 : fieldNamed(form, name).coding_form_field_id)

  const code = (documents: BulkDocuments, changes: readonly Change[], said: Said = {}) =>
    server.call(said.as ?? matter.senior, bulkCode, {
      ...send(said),
      body: {
        documents,
        families: said.families ?? false,
        correlationId,
        coding_form_id: formId(),
        changes: changes.map(([name, how, value]) => ({
          name,
          how,
          value,
          coding_form_field_id: formField(name),
        })),
      },
    })
  const tag = (
    documentIds: readonly number[],
    add: readonly number[],
    remove: readonly number[] = [],
    said: Said = {},
  ) =>
    server.call(said.as ?? matter.senior, bulkTag, {
      ...send(said),
      body: { documents: { ids: documentIds }, families: false, correlationId, add, remove },
    })
  const reverse = (call: typeof undoBulk, jobId: number, said: Said = {}) =>
    server.call(said.as ?? matter.senior, call, { ...send(said), body: { jobId, correlationId } })

  const receipt = async (jobId: number, as = matter.manager): Promise<BulkReceipt> =>
    (await server.call(as, getBulk, { project, query: { jobId } })).data.receipt
  const settled = async (jobId: number): Promise<BulkReceipt> => {
    await expect
      .poll(async () => settledStates.includes((await receipt(jobId)).state), {
        interval: 10,
        timeout: 20_000,
      })
      .toBe(true)
    return await receipt(jobId)
  }
  const rows = async (jobId: number, show: 'written' | 'left') =>
    (await server.call(matter.manager, listBulkRows, { project, query: { jobId, show } })).data.data

  /** What is coded in a document: values by the names of their fields. */
  const coded = async (documentId: number): Promise<Record<string, CodedValue>> => {
    const { data } = (await server.call(matter.manager, readCoding, { project, query: { documentId } })).data
    const fields = form?.sections.flatMap((section) => section.fields) ?? []
    return Object.fromEntries(
      data.map((one) => [fields.find(({ fieldId }) => fieldId === one.fieldId)?.field_name ?? '', one.value]),
    )
  }
  /** One document coded by hand; as one of a batch, where one is named. */
  const saveUnder = async (
    as: TestUser,
    documentId: number,
    name: string,
    value: CodedValue,
    batchId?: number,
  ) => {
    const field = form === null ? null : fieldNamed(form, name)
    const { data } = (await server.call(matter.manager, readCoding, { project, query: { documentId } })).data
    const version = data.find(({ fieldId }) => fieldId === field?.fieldId)?.version ?? 0
    return server.call(as, saveCoding, {
      project,
      key: `hand-command-${++keys}`,
      ifMatch: ifMatchOf(new Map([[formField(name), version]])),
      body: {
        documentId,
        coding_form_id: formId(),
        fields: [{ name, value, coding_form_field_id: formField(name) }],
        ...(batchId === undefined ? {} : { batchId }),
        undo: { kind: 'do', group: 'group-0001', targets: [] },
        correlationId,
      },
    })
  }
  const save = async (...asked: [as: TestUser, documentId: number, name: string, value: CodedValue]) => {
    expect((await saveUnder(...asked)).status).toBe(200)
  }
  return {
    code,
    tag,
    undo: (jobId: number, said?: Said) => reverse(undoBulk, jobId, said),
    redo: (jobId: number, said?: Said) => reverse(redoBulk, jobId, said),
    receipt,
    settled,
    rows,
    coded,
    save,
    saveUnder,
    /** Done and settled. */
    coding: async (...asked: Parameters<typeof code>) => settled((await code(...asked)).data.jobId),
    undone: async (jobId: number, said?: Said) => settled((await reverse(undoBulk, jobId, said)).data.jobId),
    redone: async (jobId: number, said?: Said) => settled((await reverse(redoBulk, jobId, said)).data.jobId),
  }
}
