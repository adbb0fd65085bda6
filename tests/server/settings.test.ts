/** Settings of a project, its counts, templates of the document list, and the size of a selection. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { selectedCount } from '#contracts/bulk.ts'
import { listForms, readCoding, saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { searchDocuments } from '#contracts/documents.ts'
import {
  excludedAlways,
  getExcludedFields,
  isExcludedAlways,
  putExcludedFields,
} from '#contracts/excluded-fields.ts'
import { changeField } from '#contracts/fields.ts'
import { createForm, deleteForm } from '#contracts/form-drafts.ts'
import {
  excludedFromDocumentList,
  isForDocumentList,
  listTemplates,
  saveTemplate,
  templateLimits,
} from '#contracts/list-templates.ts'
import {
  getCreationDate,
  getDocumentCount,
  getSettings,
  getTimeZone,
  putReviewSettings,
  putSettings,
} from '#contracts/settings.ts'
import { applyTags, listTags } from '#contracts/tags.ts'
import { costlyDialects, type TestUser } from './harness.ts'
import { addForm, everyType, fieldNamed, type Matter, startMatter } from './matter.ts'

describe.each(costlyDialects)('settings on %s', (dialect) => {
  let matter: Matter
  let lead: TestUser
  beforeEach(async () => {
    matter = await startMatter(dialect, { documents: 4 })
    lead = await matter.server.user({ role: 'ProjectManager', companyId: matter.companyId, name: 'Pat Moss' })
    await matter.server.member(matter.projectId, lead.userId, 'ProjectManager')
  })
  afterEach(() => matter.close())

  const project = () => matter.projectId
  const put = (body: unknown, as = lead) => matter.server.call(as, putSettings, { project: project(), body })
  const read = async () => (await matter.server.call(matter.ana, getSettings, { project: project() })).data
  const rows = () =>
    matter.server.services.records.read
      .selectFrom('audit')
      .select('text')
      .where('project_id', '=', project())
      .where('action', '=', 'project.settingsChanged')
      .orderBy('seq')
      .execute()
  const documents = [0, 1, 2, 3] as const
  const document = (n: (typeof documents)[number]) => matter.documents[n] ?? 0

  it('[rest-get-project-settings] [rest-put-project-settings] changes what is named, and says in the trail what it was', async () => {
    const before = await read()
    expect(before).toEqual({
      projectName: 'Matter',
      prefix: 'NWI',
      timeZone: 'America/New_York',
      timeZoneFixed: null,
      precedence: 'standard',
      noise: null,
      codingForms: true,
      maxTextSize: 10_000_000,
      propagationEnabled: true,
      reviewerTrackingEnabled: true,
      codingIdleTimeout: 15,
      aiSendingAllowed: false,
    })
    const { data } = await put({
      projectName: ' Acme v. Northwind ',
      timeZone: 'Europe/Berlin',
      propagationEnabled: false,
    })
    const wanted = {
      ...before,
      projectName: 'Acme v. Northwind',
      timeZone: 'Europe/Berlin',
      propagationEnabled: false,
    }
    expect(data).toEqual(wanted)
    expect(await read()).toEqual(wanted)
    // The same once more is no change.
    await put({ timeZone: 'Europe/Berlin' })
    const told = await rows()
    expect(told).toHaveLength(1)
    expect(JSON.parse(told[0]?.text ?? '{}')).toMatchObject({
      oldValue: { projectName: 'Matter', timeZone: 'America/New_York', propagationEnabled: true },
      newValue: { projectName: 'Acme v. Northwind', timeZone: 'Europe/Berlin', propagationEnabled: false },
    })
  })

  it('[rest-put-project-settings] refuses what cannot be, and who may not', async () => {
    await matter.server.project(matter.companyId, { name: 'Other', prefix: 'OTH' })
    expect((await put({ projectName: 'other' })).status).toBe(409)
    expect((await put({ timeZone: 'Mars/Olympus' })).status).toBe(400)
    expect((await put({ codingIdleTimeout: 0 })).status).toBe(400)
    expect((await put({ prefix: 'X' })).status).toBe(400)
    expect((await put({ timeZone: 'Europe/Berlin' }, matter.manager)).status).toBe(403)
    expect(await rows()).toEqual([])
  })

  it('[rest-put-project-settings] whether documents may be sent to an endpoint is off until it is allowed, and says who did', async () => {
    expect((await put({ aiSendingAllowed: true }, matter.manager)).status).toBe(403)
    expect((await read()).aiSendingAllowed).toBe(false)
    expect((await put({ aiSendingAllowed: true })).data.aiSendingAllowed).toBe(true)
    expect((await rows()).map(({ text }) => JSON.parse(text))).toMatchObject([
      { oldValue: { aiSendingAllowed: false }, newValue: { aiSendingAllowed: true } },
    ])
  })

  it('[rest-get-project-settings-timezone] tells everybody of the project its time zone, and nobody else', async () => {
    const { server } = matter
    const zone = (as: TestUser) => server.call(as, getTimeZone, { project: project() })
    for (const member of [matter.ana, matter.manager])
      expect((await zone(member)).data).toEqual({ timeZone: 'America/New_York', fixed: null })
    expect((await put({ timeZone: 'Europe/Berlin' })).status).toBe(200)
    expect((await zone(matter.ana)).data).toEqual({ timeZone: 'Europe/Berlin', fixed: null })
    const stranger = await server.user({ role: 'Reviewer', companyId: await server.company() })
    expect((await zone(stranger)).status).toBe(404)
    await put({ timeZone: 'America/New_York' })
  })

  it('fixes the time zone once documents are produced, and nothing else', async () => {
    const zone = async () => (await matter.server.call(matter.ana, getTimeZone, { project: project() })).data
    expect(await zone()).toEqual({ timeZone: 'America/New_York', fixed: null })
    await matter.server.services.records.write('interactive', async (trx) => {
      const { job_id } = await trx.selectFrom('job').select('job_id').executeTakeFirstOrThrow()
      await trx.updateTable('job').set({ kind: 'production' }).where('job_id', '=', job_id).execute()
    })
    const fixed = 'Documents were produced with their dates in this time zone.'
    expect(await zone()).toEqual({ timeZone: 'America/New_York', fixed })
    expect((await put({ timeZone: 'Europe/Berlin' })).error).toMatchObject({
      code: 'conflict',
      detail: 'timeZone',
    })
    expect((await put({ timeZone: 'America/New_York', codingIdleTimeout: 20 })).data).toMatchObject({
      codingIdleTimeout: 20,
      timeZoneFixed: fixed,
    })
  })

  it('[project-feature-codingforms-tags] [rest-put-project-settings] changes between coding forms and tags, and deletes nothing', async () => {
    const form = await addForm(matter)
    const { coding_form_id } = form
    const { coding_form_field_id } = fieldNamed(form, 'Notes')
    let sent = 0
    const code = (version: number) => {
      sent += 1
      return matter.server.call(matter.ana, saveCoding, {
        project: project(),
        key: `coding-command-${sent}`,
        ifMatch: ifMatchOf(new Map([[coding_form_field_id, version]])),
        body: {
          ...{ documentId: document(0), coding_form_id, correlationId: 'gesture-0001' },
          fields: [{ name: 'Notes', coding_form_field_id, value: `Note ${sent}` }],
          undo: { kind: 'do', group: 'group-0001', targets: [] },
        },
      })
    }
    const tag = async () => {
      const { data: categories } = (await matter.server.call(matter.ana, listTags, { project: project() }))
        .data
      const add = [categories[0]?.tags[0]?.tagId ?? 0]
      return matter.server.call(matter.ana, applyTags, {
        project: project(),
        key: `tag-command-${sent}`,
        body: {
          ...{ documentId: document(0), add, remove: [], correlationId: 'gesture-0001' },
          undo: { kind: 'do', group: 'group-0001', targets: [] },
        },
      })
    }
    const coded = async () =>
      (
        await matter.server.call(matter.ana, readCoding, {
          project: project(),
          query: { documentId: document(0) },
        })
      ).data
    expect((await code(0)).status).toBe(200)
    const before = await coded()

    expect((await put({ codingForms: false }, matter.manager)).status).toBe(403)
    expect((await put({ codingForms: false })).data.codingForms).toBe(false)
    const refused = await code(1)
    expect([refused.status, refused.error]).toEqual([
      409,
      expect.objectContaining({
        detail: 'codingforms',
        message:
          'This project is sorted with tags: its coding forms and what was coded with them can be read, but not changed.',
      }),
    ])
    const another = { project: project(), body: { ...everyType, name: 'Another' } }
    expect((await matter.server.call(matter.manager, createForm, another)).status).toBe(409)
    const params = { id: coding_form_id }
    expect(
      (await matter.server.call(matter.manager, deleteForm, { project: project(), params })).status,
    ).toBe(409)
    expect(await coded()).toEqual(before)
    // A project without tags of its own has the usual ones by now.
    expect((await tag()).status).toBe(200)

    expect((await put({ codingForms: true })).data.codingForms).toBe(true)
    expect((await code(1)).status).toBe(200)
    expect((await tag()).status).toBe(409)
    expect((await rows()).map(({ text }) => text)).toEqual([
      expect.stringContaining('"newValue":{"codingForms":false}'),
      expect.stringContaining('"newValue":{"codingForms":true}'),
    ])
    const forms = (await matter.server.call(matter.ana, listForms, { project: project(), query: {} })).data
    expect(forms.data.map(({ name }) => name)).toEqual([form.name])
  })

  it('[rest-put-project-settings-manager] lets review managers set how it is reviewed', async () => {
    const change = (body: unknown, as: TestUser) =>
      matter.server.call(as, putReviewSettings, { project: project(), body })
    expect(
      (await change({ reviewerTrackingEnabled: false, codingIdleTimeout: 30 }, matter.manager)).data,
    ).toMatchObject({
      reviewerTrackingEnabled: false,
      codingIdleTimeout: 30,
    })
    expect((await change({ timeZone: 'Europe/Berlin' }, matter.manager)).status).toBe(400)
    expect((await change({ aiSendingAllowed: true }, matter.manager)).status).toBe(400)
    expect((await change({ codingIdleTimeout: 30 }, matter.senior)).status).toBe(403)
  })

  it('[rest-get-project-documentcount] [rest-get-project-creationdate] says how many documents there are, and since when', async () => {
    const { write, read } = matter.server.services.records
    await write('interactive', async (trx) => {
      await trx
        .updateTable('document')
        .set({ state: 'Processed' })
        .where('document_id', '=', document(3))
        .execute()
    })
    const count = async (as: TestUser) =>
      (await matter.server.call(as, getDocumentCount, { project: project() })).data
    expect(await count(matter.ana)).toEqual({ documents: 3, processed: null, filteredOut: null })
    expect(await count(matter.manager)).toEqual({ documents: 3, processed: 1, filteredOut: 0 })
    const { created_at } = await read
      .selectFrom('project')
      .select('created_at')
      .where('project_id', '=', project())
      .executeTakeFirstOrThrow()
    const { data } = await matter.server.call(matter.ana, getCreationDate, { project: project() })
    expect(data).toEqual({ creationDate: created_at })
  })

  it('[rest-post-selected-document-count] counts a selection, with its families where that is asked for', async () => {
    const { write } = matter.server.services.records
    await write('interactive', async (trx) => {
      for (const n of [0, 1] as const)
        await trx
          .updateTable('document')
          .set({ family_id: document(0) })
          .where('document_id', '=', document(n))
          .execute()
      for (const n of [2, 3] as const)
        await trx
          .updateTable('document')
          .set({ family_id: document(n) })
          .where('document_id', '=', document(n))
          .execute()
    })
    const count = async (documents: unknown, families: boolean) =>
      (
        await matter.server.call(matter.ana, selectedCount, {
          project: project(),
          body: { documents, families },
        })
      ).data.count
    expect(await count({ ids: [document(1), document(1), 987_654] }, false)).toBe(1)
    expect(await count({ ids: [document(1), document(2)] }, true)).toBe(3)
    const { snapshotId } = (
      await matter.server.call(matter.ana, searchDocuments, {
        project: project(),
        body: {
          query: { queryString: '', includeFamily: false, objectId: null, type: null },
          sort: 'documentId',
          viewer: 'parentsAndChildren',
          filter: 'all',
          pageSize: 25,
          page: 1,
        },
      })
    ).data
    expect(await count({ snapshotId, except: [document(0), document(3)] }, false)).toBe(2)
    expect(await count({ snapshotId, except: [document(0), document(3)] }, true)).toBe(3)
  })

  it('[excluded-export] [excluded-external-sync] keeps which fields leave the project by no export and no sync', async () => {
    const paths = ['Native_File_Path', 'Text_File_Path']
    // domain.md and the specification: the seven Bates fields.
    const bates = [
      ...['Begin_Bates', 'End_Bates', 'Begin_Attach', 'End_Attach'],
      ...['Attachment_Range', 'Parent_Bates', 'Child_Bates'],
    ]
    const flags = ['AI_Chattable', 'AI_Codeable', 'AI_Summarized']
    expect(excludedAlways).toEqual({
      export: [
        ...['Extracted_Text', 'OCR_Text', 'Document_Name', ...paths, ...bates],
        ...['Transfer_Job', 'Batch_Ids', ...flags],
      ],
      externalSync: [
        ...[...paths, ...bates, 'Transfer_Job', 'Annotation'],
        ...['All_Custodian_Last_Updated_Date', 'Last_Transfer_Date'],
      ],
    })
    expect(isExcludedAlways('export', 'document_NAME')).toBe(true)
    expect(isExcludedAlways('externalSync', 'Document_Name')).toBe(false)

    const form = await addForm(matter)
    const read = async (as = matter.ana) =>
      (await matter.server.call(as, getExcludedFields, { project: project() })).data
    const change = (body: object, as = lead) =>
      matter.server.call(as, putExcludedFields, { project: project(), body })
    const first = await read()
    expect(first).toMatchObject({ export: [], externalSync: [] })
    expect(first.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['Document_Name', 'Comment']))
    const { version } = first
    const asked = { export: ['comment', 'File_Name', 'Document_Name'], externalSync: ['Comment'], version }
    expect((await change(asked, matter.manager)).status).toBe(403)
    expect((await change({ ...asked, export: ['Nowhere'] })).error).toMatchObject({
      code: 'request.invalid',
      message: 'Documents of this project have no field Nowhere.',
    })
    const kept = (await change(asked)).data
    // Each once, as the project has them; what every project leaves out needs no adding.
    expect(kept).toMatchObject({ export: ['File_Name', 'Comment'], externalSync: ['Comment'] })
    expect(await change({ export: [], externalSync: [], version })).toMatchObject({
      status: 409,
      error: { code: 'conflict', detail: 'version' },
    })
    expect(await read()).toEqual(kept)

    const { fieldId } = fieldNamed(form, 'Comment')
    const renamed = await matter.server.call(matter.manager, changeField, {
      ...{ project: project(), params: { fieldId }, body: { name: 'Remark', choices: [] } },
    })
    expect(renamed.status).toBe(200)
    expect(await read()).toMatchObject({ export: ['File_Name', 'Remark'], externalSync: ['Remark'] })
    const { text } = await matter.server.services.records.read
      .selectFrom('audit')
      .select('text')
      .where('action', '=', 'project.excludedFieldsChanged')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(text)).toMatchObject({
      oldValue: { export: [], externalSync: [] },
      newValue: { export: ['File_Name', 'Comment'], externalSync: ['Comment'] },
    })
  })

  it('[excluded-document-list] [open-ai-flag-field-names] [rest-get-project-doclist-templates] [rest-post-project-save-doclist-tmpl] keeps everybody’s templates, of fields that a list can carry', async () => {
    // As the specification lists them: whole texts, translated text, the AI flags and the rest.
    expect(excludedFromDocumentList).toEqual([
      'Extracted_Text',
      'OCR_Text',
      'Transcribed_Text',
      'Translated_Text',
      'Transfer_Job',
      'Annotation',
      'Folder_Ids',
      'Batch_Ids',
      'AI_Chattable',
      'AI_Codeable',
      'AI_Summarized',
    ])
    expect(isForDocumentList('ocr_TEXT')).toBe(false)
    expect(isForDocumentList('OCR_Text_Size')).toBe(true)
    await addForm(matter)
    type Over = { readonly templateId: number; readonly version: number }
    const save = (name: string, fields: readonly string[], as = matter.ana, over: Over | null = null) =>
      matter.server.call(as, saveTemplate, {
        project: project(),
        body: {
          name,
          columns: fields.map((field) => ({ field, width: 160, pinned: false })),
          ...{ sort: null, shared: false, over },
        },
      })
    const own = async (as = matter.ana) =>
      (await matter.server.call(as, listTemplates, { project: project() })).data.data.map(
        ({ name, columns }) => [name, columns.map(({ field }) => field)],
      )
    const { data: short } = await save('Short', ['control_number', 'Responsive'])
    await save('Dates', ['Sent_Date'])
    expect((await save('short', ['Subject'])).status).toBe(409)
    await save('short', ['File_Name', 'Control_Number'], matter.ana, short)
    expect(await own()).toEqual([
      ['Dates', ['Sent_Date']],
      ['short', ['File_Name', 'Control_Number']],
    ])
    expect(await own(matter.ben)).toEqual([])
    expect((await save('Texts', ['Extracted_Text'])).error.message).toBe(
      'Extracted_Text is shown in no document list.',
    )
    expect((await save('Odd', ['No_Such_Field'])).status).toBe(400)
    expect((await save('Twice', ['Subject', 'subject'])).status).toBe(400)
    for (let n = 2; n < templateLimits.templates; n++) await save(`More ${n}`, ['Subject'])
    expect((await save('One too many', ['Subject'])).status).toBe(409)
  })
})
