/** Saves that go to related documents, for tests: documents that are related, saved, taken back and looked at. */
import { expect } from 'vitest'
import {
  type CodedValue,
  type PropagationDone,
  type PropagationOptions,
  readCoding,
  saveCoding,
} from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { previewPropagation, type Relation } from '#contracts/propagation.ts'
import type { TestUser } from './harness.ts'
import { type CreatedForm, fieldNamed, type Matter } from './matter.ts'

export const nowhere: PropagationOptions = {
  family: false,
  emailThread: false,
  nearDuplicates: false,
  Skip: false,
}

export interface Saving {
  readonly as?: TestUser
  readonly key?: string
  readonly to?: Partial<PropagationOptions>
  /** Which of the fields go; absent: all. */
  readonly goes?: readonly string[]
  readonly batchId?: number
  /** The commands that it takes back or puts forth again. */
  readonly undoes?: readonly string[]
  readonly redoes?: readonly string[]
}

/** What one does with propagation in a matter. */
export function propagatingIn(matter: Matter, form: CreatedForm) {
  const { server, projectId: project } = matter
  let keys = 0
  const formField = (name: string) => fieldNamed(form, name)

  const standing = async (documentId: number) =>
    (await server.call(matter.manager, readCoding, { project, query: { documentId } })).data.data

  const send = async (documentId: number, values: Record<string, CodedValue>, said: Saving = {}) => {
    const known = await standing(documentId)
    const key = said.key ?? `save-command-${++keys}`
    const names = Object.keys(values)
    const versionOf = (name: string) =>
      known.find(({ fieldId }) => fieldId === formField(name).fieldId)?.version ?? 0
    const targets = [...(said.undoes ?? said.redoes ?? [])]
    const kind = said.undoes ? 'undo' : said.redoes ? 'redo' : 'do'
    const answer = await server.call(said.as ?? matter.ana, saveCoding, {
      project,
      key,
      ifMatch: ifMatchOf(
        new Map(names.map((name) => [formField(name).coding_form_field_id, versionOf(name)])),
      ),
      body: {
        documentId,
        coding_form_id: form.coding_form_id,
        fields: names.map((name) => ({
          name,
          value: values[name] ?? null,
          coding_form_field_id: formField(name).coding_form_field_id,
        })),
        ...(said.batchId === undefined ? {} : { batchId: said.batchId }),
        ...(said.to === undefined
          ? {}
          : {
              propagation: {
                ...nowhere,
                ...said.to,
                fields: (said.goes ?? names).map((name) => formField(name).coding_form_field_id),
              },
            }),
        undo: { kind, group: 'group-0001', targets },
        correlationId: 'gesture-0001',
      },
    })
    return Object.assign(answer, { key })
  }
  /** Saved; answers its key and what became of related documents. */
  const save = async (
    ...asked: Parameters<typeof send>
  ): Promise<{ key: string; propagated: PropagationDone | undefined }> => {
    const { status, data, key } = await send(...asked)
    expect(status).toBe(200)
    return { key, propagated: data.propagated }
  }
  const preview = async (
    documentId: number,
    values: Record<string, CodedValue>,
    to: readonly Relation[],
    as = matter.ana,
  ) =>
    server.call(as, previewPropagation, {
      project,
      body: {
        documentId,
        coding_form_id: form.coding_form_id,
        fields: Object.entries(values).map(([name, value]) => ({
          name,
          value,
          coding_form_field_id: formField(name).coding_form_field_id,
        })),
        to: [...to],
      },
    })
  /** What is coded in documents, of one field. */
  const coded = async (documentIds: readonly number[], name: string): Promise<CodedValue[]> => {
    const values: CodedValue[] = []
    for (const documentId of documentIds)
      values.push(
        (await standing(documentId)).find(({ fieldId }) => fieldId === formField(name).fieldId)?.value ??
          null,
      )
    return values
  }
  const write = server.services.records.write
  /** One family, of the first of them. */
  const family = (documentIds: readonly number[]) =>
    write('interactive', async (trx) => {
      const { family_id } = await trx
        .selectFrom('document')
        .select('family_id')
        .where('document_id', '=', documentIds[0] ?? 0)
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('document')
        .set({ family_id, parent_id: documentIds[0] ?? null })
        .where('document_id', 'in', documentIds.slice(1))
        .execute()
    })
  /** What the analysis has found of a document among those in review. */
  const analysed = (
    documentId: number,
    found: { readonly thread?: number; readonly isMessage?: boolean; readonly alike?: number },
  ) =>
    write('interactive', async (trx) => {
      const { thread = null, isMessage = true, alike = null } = found
      await trx
        .insertInto('document_analysis')
        .values({
          ...{ document_id: documentId, project_id: project, text_key: null, languages: '[]' },
          ...{ pii_likely: '{}', pii_potential: '{}', thread_id: thread, thread_count: null },
          ...{ thread_parent: null, thread_missing: 0, thread_inclusive: isMessage ? 'inclusive' : null },
          ...{ near_dup_group: alike, near_dup_count: null, near_dup_similarity: null, review_known: 1 },
          ...{ review_thread_id: thread, review_thread_count: null, review_thread_parent: null },
          ...{ review_thread_missing: 0, review_thread_inclusive: isMessage ? 'inclusive' : null },
          ...{ review_near_dup_group: alike, review_near_dup_count: null, review_near_dup_similarity: null },
        })
        .execute()
    })
  return { send, save, preview, coded, standing, family, analysed }
}
