/** A small matter for the tests of coding and tags: a project with people of several roles and bare documents. */

import type { ReplyOf } from '#contracts/call.ts'
import type { FormDraft } from '#contracts/form-drafts.ts'
import { createForm } from '#contracts/form-drafts.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { JobKind } from '#server/platform/jobs/jobs.ts'
import type { DialectName } from '#server/platform/records/dialect.ts'
import { startServer, type TestServer, type TestUser } from './harness.ts'

export interface Matter {
  readonly server: TestServer
  readonly companyId: number
  readonly projectId: number
  readonly manager: TestUser
  readonly senior: TestUser
  readonly ana: TestUser
  readonly ben: TestUser
  /** Ids of documents with the control numbers 1, 2, 3 …. */
  readonly documents: readonly number[]
  close(): Promise<void>
}

export async function startMatter(
  dialect: DialectName,
  {
    codingForms = true,
    documents = 3,
    ...options
  }: {
    codingForms?: boolean
    documents?: number
    dataDir?: string
    work?: boolean
    kinds?: readonly JobKind[]
  } = {},
): Promise<Matter> {
  const server = await startServer({ dialect, ...options })
  const companyId = await server.company()
  const projectId = await server.project(companyId, { prefix: 'NWI', codingForms })
  const person = async (role: 'ReviewManager' | 'SeniorReviewer' | 'Reviewer', name: string) => {
    const user = await server.user({ role, companyId, name })
    await server.member(projectId, user.userId, role)
    return user
  }
  const manager = await person('ReviewManager', 'Maria Alvarez')
  const senior = await person('SeniorReviewer', 'Sam Okafor')
  const ana = await person('Reviewer', 'Ana Lima')
  const ben = await person('Reviewer', 'Ben Novak')
  const ids = await addDocuments(server, projectId, manager.userId, documents)
  return {
    server,
    companyId,
    projectId,
    manager,
    senior,
    ana,
    ben,
    documents: ids,
    close: () => server.close(),
  }
}

/** Bare documents, one family each; from a control number on, come in at a time of their own. */
export async function addDocuments(
  server: TestServer,
  projectId: number,
  userId: number,
  count: number,
  first: { readonly control: number; readonly at: Date } = { control: 1, at: new Date(Date.UTC(2026, 0, 5)) },
): Promise<number[]> {
  const at = first.at.toISOString()
  return server.services.records.write('interactive', async (trx) => {
    const { custodian_id } = await trx
      .insertInto('custodian')
      .values({ project_id: projectId, name: `Mailroom ${first.control}` })
      .returning('custodian_id')
      .executeTakeFirstOrThrow()
    const zero = {
      retry: 0,
      items_total: 0,
      items_done: 0,
      exceptions: 0,
      bytes_done: 0,
      bytes_total: 0,
      promoted: 0,
      duplicates: 0,
      de_nisted: 0,
      containers: 0,
      filtered: 0,
      items_in: 0,
      priority: 0,
    } as const
    const { job_id } = await trx
      .insertInto('job')
      .values({
        ...zero,
        project_id: projectId,
        kind: 'import',
        title: 'mail.mbox',
        state: 'Completed',
        input: '{}',
        cursor: 'null',
        rate: null,
        seconds_left: null,
        now_at: null,
        message: null,
        created_by: userId,
        created_at: at,
        started_at: at,
        ended_at: at,
        lease_owner: null,
        lease_until: null,
      })
      .returning('job_id')
      .executeTakeFirstOrThrow()
    const ids: number[] = []
    for (let control = first.control; control < first.control + count; control++) {
      const { document_id } = await trx
        .insertInto('document')
        .values({
          project_id: projectId,
          control,
          family_id: control,
          parent_id: null,
          ordinal: 0,
          depth: 0,
          custodian_id,
          job_id,
          record_type: 'EMail',
          file_category: 'Email',
          title: `Message ${control}`,
          file_name: `${control}.eml`,
          extension: 'eml',
          mime_type: 'message/rfc822',
          size: 100,
          md5: '0'.repeat(32),
          sha1: '0'.repeat(40),
          sha256: '0'.repeat(64),
          dedupe_hash: null,
          parent_date: at,
          sort_key: String(control).padStart(8, '0'),
          sent_at: at,
          sent_original: at,
          from_text: 'ana@northwind.example',
          addresses: null,
          message_id: `<${control}@northwind.example>`,
          in_reply_to: '',
          references: '[]',
          source_path: '[]',
          attachment_count: 0,
          text_size: 0,
          text_truncated: 0,
          has_text: 0,
          no_text_reason: null,
          metadata: '{}',
          created_at: at,
        })
        .returning('document_id')
        .executeTakeFirstOrThrow()
      ids.push(document_id)
    }
    return ids
  })
}

const field = (
  field_name: string,
  field_type_id: number,
  choices: readonly string[] = [],
  more: { is_required?: boolean; is_read_only?: boolean } = {},
) => ({
  field_name,
  field_type_id,
  choices: [...choices],
  is_required: more.is_required ?? false,
  is_read_only: more.is_read_only ?? false,
})

/** A form with every type of field that can be coded. */
export const everyType: FormDraft = {
  name: 'First pass',
  sections: [
    {
      name: 'Decision',
      fields: [
        field('Responsive', fieldTypes.singleChoice, ['Yes', 'No', 'Needs further review'], {
          is_required: true,
        }),
        field('Issues', fieldTypes.multipleChoice, ['Patent', 'Pricing', 'Trade secret']),
        field('Hot', fieldTypes.boolean, ['Yes', 'No']),
      ],
    },
    {
      name: 'Details',
      fields: [
        field('Meeting date', fieldTypes.date),
        field('Pages', fieldTypes.integer),
        field('Amount', fieldTypes.float),
        field('Summary', fieldTypes.shortText),
        field('Notes', fieldTypes.longText),
        field('Comment', fieldTypes.text),
        field('Related', fieldTypes.singleObject),
        field('Batch remark', fieldTypes.shortText, [], { is_read_only: true }),
      ],
    },
  ],
}

export type CreatedForm = ReplyOf<typeof createForm>

export async function addForm(
  { server, manager, projectId }: Pick<Matter, 'server' | 'manager' | 'projectId'>,
  draft = everyType,
): Promise<CreatedForm> {
  return (await server.call(manager, createForm, { project: projectId, body: draft })).data
}

/** The field of a form by its name. */
export function fieldNamed(form: Pick<CreatedForm, 'sections'>, name: string) {
  const found = form.sections.flatMap((section) => section.fields).find((one) => one.field_name === name)
  if (!found) throw new Error(`The form has no field ${name}`)
  return found
}

/** An exclusive category and one that takes several; answers the ids of their tags by name. */
export async function addTags({ server, projectId }: Matter): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  await server.services.records.write('interactive', async (trx) => {
    const categories = [
      { name: 'Issues', position: 1, exclusive: 0, tags: ['Patent', 'Pricing'], quick: [null, null] },
      { name: 'Decision', position: 0, exclusive: 1, tags: ['Responsive', 'Not responsive'], quick: [1, 2] },
    ] as const
    for (const { tags, quick, ...category } of categories) {
      const { tag_category_id } = await trx
        .insertInto('tag_category')
        .values({ ...category, project_id: projectId })
        .returning('tag_category_id')
        .executeTakeFirstOrThrow()
      for (const [position, name] of tags.entries()) {
        const { tag_id } = await trx
          .insertInto('tag')
          .values({ tag_category_id, name, position, quick_key: quick[position] ?? null })
          .returning('tag_id')
          .executeTakeFirstOrThrow()
        ids[name] = tag_id
      }
    }
  })
  return ids
}
