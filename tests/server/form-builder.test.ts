/** Building forms on the server: versions, two managers at once, what a change means for coded documents, where forms are used. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAssignment } from '#contracts/assignments.ts'
import { getForm, listForms, saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { documentCount } from '#contracts/documents.ts'
import { changeField, listCustomFields } from '#contracts/fields.ts'
import {
  checkForm,
  getFormVersion,
  listFormVersions,
  listManagedForms,
  staleForm,
} from '#contracts/form-builder.ts'
import { createForm, deleteForm, type FormDraft, patchForm, putForm } from '#contracts/form-drafts.ts'
import { fieldTypes } from '#contracts/project.ts'
import { costlyDialects } from './harness.ts'
import { addForm, type CreatedForm, everyType, fieldNamed, type Matter, startMatter } from './matter.ts'

type Field = FormDraft['sections'][number]['fields'][number]

describe.each(costlyDialects)('building coding forms on %s', (dialect) => {
  let matter: Matter
  beforeEach(async () => {
    matter = await startMatter(dialect)
  })
  afterEach(() => matter.close())

  const project = () => ({ project: matter.projectId })
  const put = (id: number, body: unknown, seen?: number) =>
    matter.server.call(matter.manager, putForm, {
      ...project(),
      params: { id },
      body,
      ...(seen === undefined ? {} : { ifMatch: ifMatchOf(new Map([[id, seen]])) }),
    })
  const managed = async () =>
    (await matter.server.call(matter.manager, listManagedForms, project())).data.data
  const versions = async (id: number) =>
    (await matter.server.call(matter.manager, listFormVersions, { ...project(), params: { id } })).data.data
  const version = (id: number, number: number) =>
    matter.server.call(matter.manager, getFormVersion, { ...project(), params: { id, version: number } })
  const details = async (id: number) =>
    (await matter.server.call(matter.ana, getForm, { ...project(), params: { id } })).data
  const check = async (id: number, body: FormDraft) =>
    (await matter.server.call(matter.manager, checkForm, { ...project(), params: { id }, body })).data
      .findings
  let saves = 0
  const code = (form: CreatedForm, documentId: number, name: string, value: unknown) => {
    saves += 1
    const { coding_form_field_id } = fieldNamed(form, name)
    return matter.server.call(matter.ana, saveCoding, {
      ...project(),
      key: `command-${dialect}-${saves}`,
      ifMatch: ifMatchOf(new Map([[coding_form_field_id, 0]])),
      body: {
        documentId,
        coding_form_id: form.coding_form_id,
        fields: [{ name, value, coding_form_field_id }],
        undo: { kind: 'do', group: 'group-0001', targets: [] },
        correlationId: 'gesture-0001',
      },
    })
  }
  const field = (field_name: string, more: Partial<Field> = {}): Field => ({
    field_name,
    field_type_id: fieldTypes.shortText,
    is_required: false,
    is_read_only: false,
    choices: [],
    ...more,
  })
  const one = (name: string, fields: readonly Field[]): FormDraft => ({
    name,
    sections: [{ name: 'Decision', fields: [...fields] }],
  })
  const responsive = (choices: Field['choices'] = ['Yes', 'No'], more: Partial<Field> = {}) =>
    field('Responsive', { field_type_id: fieldTypes.singleChoice, choices, ...more })

  it('[rest-put-coding-form] each change of a form makes a version, with who, when and what changed; what is coded with an older one stays', async () => {
    const form = await addForm(matter, one('First pass', [responsive()]))
    const [first = 0, second = 0] = matter.documents
    await code(form, first, 'Responsive', 'Yes')
    const id = form.coding_form_id
    expect((await put(id, one('First pass', [responsive(), field('Basis')]), 1)).data.version).toBe(2)
    await code(form, second, 'Responsive', 'No')
    const marked = responsive(
      [
        { text: 'Yes', color: 'green', key: 1 },
        { text: 'No', color: null, key: 2 },
      ],
      { help: 'Does it answer the request?' },
    )
    const third = await put(id, one('Second look', [field('Basis'), marked]), 2)
    expect(third.data.version).toBe(3)
    expect(fieldNamed(third.data, 'Responsive')).toMatchObject({
      help: 'Does it answer the request?',
      values: [
        { short_text_value: 'Yes', color: 'green', key: 1 },
        { short_text_value: 'No', key: 2 },
      ],
    })
    // Making it the selected form, or saving it as it is, is no version.
    await matter.server.call(matter.manager, patchForm, {
      ...project(),
      params: { id },
      body: { isSelected: true },
    })
    expect((await put(id, one('Second look', [field('Basis'), marked]), 3)).data.version).toBe(3)
    expect((await versions(id)).map(({ at: _, ...row }) => row)).toEqual([
      {
        version: 3,
        by: 'Maria Alvarez',
        documents: 0,
        changes: [
          'Form renamed from "First pass" to "Second look"',
          'Responsive: help text changed',
          'Responsive: choice "Yes" has the key 1',
          'Responsive: choice "Yes" is green',
          'Responsive: choice "No" has the key 2',
          'Fields reordered',
        ],
      },
      {
        version: 2,
        by: 'Maria Alvarez',
        documents: 1,
        changes: ['Field "Basis" added to "Decision"'],
      },
      { version: 1, by: 'Maria Alvarez', documents: 1, changes: ['Form created'] },
    ])
    const old = await version(id, 1)
    expect(old.data).toMatchObject({
      by: 'Maria Alvarez',
      definition: { name: 'First pass', sections: [{ name: 'Decision', fields: [{ name: 'Responsive' }] }] },
    })
    expect((await version(id, 9)).status).toBe(404)
    // A mark or a help text that is not named stays; a choice by its text alone keeps it too.
    const plain = await put(id, one('Second look', [field('Basis'), responsive()]), 3)
    expect(fieldNamed(plain.data, 'Responsive').values[0]).toMatchObject({ color: 'green', key: 1 })
    expect(fieldNamed(plain.data, 'Responsive').help).toBe('Does it answer the request?')
  })

  it('a change of a field that several forms show is a version of each', async () => {
    const form = await addForm(matter, one('First pass', [responsive()]))
    const second = await addForm(matter, one('Second pass', [responsive([])]))
    const { data } = await matter.server.call(matter.manager, listCustomFields, project())
    const known = data.data.find(({ name }) => name === 'Responsive')
    await matter.server.call(matter.manager, changeField, {
      ...project(),
      params: { fieldId: known?.fieldId ?? 0 },
      body: { name: 'Responsiveness', choices: ['Yes', 'No', 'Unclear'] },
    })
    for (const { coding_form_id } of [form, second])
      expect((await versions(coding_form_id))[0]).toMatchObject({
        version: 2,
        changes: ['Field "Responsive" renamed to "Responsiveness"', 'Responsiveness: choice "Unclear" added'],
      })
  })

  it('two managers: the later is told what the earlier has saved, and nothing is written', async () => {
    const form = await addForm(matter, one('First pass', [responsive()]))
    const id = form.coding_form_id
    await put(id, one('First pass', [responsive(), field('Basis')]), 1)
    const late = await put(id, one('First pass', [responsive(), field('Reason')]), 1)
    expect([late.status, late.error.code]).toEqual([412, 'form.stale'])
    expect(late.error.message).toBe(
      'Maria Alvarez has saved version 2 of this form since you opened it. Nothing was saved: compare the two, and decide which one stays.',
    )
    expect(staleForm.parse(late.error.data).present).toMatchObject({
      version: 2,
      by: 'Maria Alvarez',
      definition: { sections: [{ fields: [{ name: 'Responsive' }, { name: 'Basis' }] }] },
    })
    expect(await details(id)).toMatchObject({ version: 2 })
    // Knowingly, over the version that was shown.
    expect((await put(id, one('First pass', [responsive(), field('Reason')]), 2)).data.version).toBe(3)
    const odd = await matter.server.call(matter.manager, putForm, {
      ...project(),
      params: { id },
      body: one('First pass', []),
      ifMatch: '*',
    })
    expect(odd.status).toBe(400)
  })

  it('says before a save how many coded documents would lack a required value, and lists exactly those', async () => {
    const form = await addForm(matter, one('First pass', [responsive(), field('Basis')]))
    const id = form.coding_form_id
    const [first = 0, second = 0] = matter.documents
    await code(form, first, 'Responsive', 'Yes')
    await code(form, first, 'Basis', 'Request 3')
    await code(form, second, 'Responsive', 'No')
    await matter.server.services.search.settled(matter.projectId)
    const listed = async (queryString: string) =>
      (
        await matter.server.call(matter.ana, documentCount, {
          ...project(),
          body: { query: { queryString, includeFamily: false, objectId: null, type: null } },
        })
      ).data.count
    const required = field('Basis', { is_required: true })
    const found = await check(id, one('First pass', [responsive(), required]))
    expect(found).toMatchObject([{ kind: 'required', field: 'Basis', documents: 1 }])
    expect(await listed(found[0]?.query ?? '')).toBe(1)
    // One that nobody could have coded yet: all that is coded lacks it.
    const fresh = field('Reason', { is_required: true })
    const all = await check(id, one('First pass', [responsive(), field('Basis'), fresh]))
    expect(all).toMatchObject([{ kind: 'required', field: 'Reason', documents: 2 }])
    expect(await listed(all[0]?.query ?? '')).toBe(2)
    const gone = await check(id, one('First pass', [responsive(['No', 'Unclear'])]))
    expect(gone).toMatchObject([
      { kind: 'choiceUsed', field: 'Responsive', choice: 'Yes', documents: 1 },
      { kind: 'fieldGone', field: 'Basis', documents: 1 },
    ])
    for (const { query, documents } of gone) expect(await listed(query)).toBe(documents)
    expect(await check(id, one('First pass', [responsive(), field('Basis')]))).toEqual([])
    // It changes nothing, and a refused choice stays refused.
    expect(await versions(id)).toHaveLength(1)
    expect((await put(id, one('First pass', [responsive(['No'])]), 1)).status).toBe(409)
  })

  it('a field named by its id is that field, whatever it is called by now; one that is gone is said', async () => {
    const form = await addForm(matter, one('First pass', [responsive(), field('Basis')]))
    const id = form.coding_form_id
    const fieldId = (await details(id)).sections[0]?.fields[0]?.fieldId ?? 0
    const renaming = await matter.server.call(matter.manager, changeField, {
      ...project(),
      params: { fieldId },
      body: { name: 'Relevant', choices: ['Yes', 'No'] },
    })
    expect(renaming.status, renaming.raw.body).toBe(200)
    const mine = one('My pass', [responsive(['Yes', 'No'], { fieldId, is_required: true })])
    expect((await check(id, mine)).filter(({ kind }) => kind !== 'fieldGone')).toEqual([])
    const kept = await put(id, mine, 2)
    expect(kept.data.sections[0]?.fields).toMatchObject([
      { fieldId, field_name: 'Relevant', is_required: true },
    ])
    // Named twice, once by what it is called by now.
    const again = field('Relevant', { field_type_id: fieldTypes.singleChoice })
    const twice = await put(id, one('My pass', [responsive(['Yes', 'No'], { fieldId }), again]), 3)
    expect([twice.status, twice.error.message]).toEqual([400, 'A form shows a field once.'])
    const gone = await put(id, one('My pass', [field('Basis', { fieldId: 99_999 })]), 3)
    expect([gone.status, gone.error.message]).toEqual([
      409,
      'The field "Basis" has been deleted from the project. Take it off the form, or add a new one.',
    ])
  })

  it('a draft that says nothing of help texts keeps them; null or nothing written takes them away', async () => {
    const form = await addForm(
      matter,
      one('First pass', [field('Basis', { help: 'The request.' }), field('Reason', { help: 'Why.' })]),
    )
    const helps = async () => (await details(form.coding_form_id)).sections[0]?.fields.map(({ help }) => help)
    await put(form.coding_form_id, one('First pass', [field('Basis'), field('Reason')]))
    expect(await helps()).toEqual(['The request.', 'Why.'])
    await put(
      form.coding_form_id,
      one('First pass', [field('Basis', { help: null }), field('Reason', { help: '' })]),
    )
    expect(await helps()).toEqual([undefined, undefined])
  })

  it('a choice that goes unused gives its name to another in the same save; a used one does not go', async () => {
    const form = await addForm(matter, one('First pass', [responsive(['Yes', 'No', 'Unclear'])]))
    const id = form.coding_form_id
    const [yes = 0, no = 0] = fieldNamed(form, 'Responsive').values.map(({ choiceId }) => choiceId)
    await code(form, matter.documents[0] ?? 0, 'Responsive', 'Yes')
    await code(form, matter.documents[1] ?? 0, 'Responsive', 'No')
    const named = (texts: readonly [number, string][]) =>
      one('First pass', [responsive(texts.map(([choiceId, text]) => ({ choiceId, text })))])
    const given = named([
      [yes, 'Yes'],
      [no, 'Unclear'],
    ])
    const saved = await put(id, given, 1)
    expect(saved.status, saved.raw.body).toBe(200)
    expect(fieldNamed(saved.data, 'Responsive').values).toMatchObject([
      { choiceId: yes, short_text_value: 'Yes' },
      { choiceId: no, short_text_value: 'Unclear' },
    ])
    // What says before a save that a choice is used counts what the save counts, also where the document is in no list.
    await matter.server.services.records.write('bulk', (trx) =>
      trx
        .updateTable('document')
        .set({ state: 'Filtered Out' })
        .where('document_id', '=', matter.documents[0] ?? 0)
        .execute(),
    )
    const taken = named([[no, 'Yes']])
    expect(await check(id, taken)).toMatchObject([
      { kind: 'choiceUsed', choice: 'Yes', documents: 1, outside: 1 },
    ])
    const refused = await put(id, taken, 2)
    expect([refused.status, refused.error.data]).toMatchObject([409, { documents: 1 }])
  })

  it('[rest-delete-coding-form] does not delete a form that an assignment uses, and says where it is used', async () => {
    const form = await addForm(matter, one('First pass', [responsive()]))
    const made = await matter.server.call(matter.manager, createAssignment, {
      ...project(),
      key: `assignment-${dialect}`,
      body: {
        assignmentName: 'First cut',
        documents: { ids: [...matter.documents] },
        searchCriteria: null,
        isIncludeFamilies: false,
        batchSize: 10,
        groupBy: 'none',
        codingFormId: form.coding_form_id,
        codingFormReviewedFieldId: null,
        assignedUserList: [],
        correlationId: 'gesture-0001',
      },
    })
    expect(made.status, made.raw.body).toBe(200)
    expect(await managed()).toMatchObject([
      {
        ...{ name: 'First pass', version: 1, sections: 1, fields: 1, isSelected: true },
        changedBy: 'Maria Alvarez',
        assignments: [{ assignmentName: 'First cut' }],
      },
    ])
    const refused = await matter.server.call(matter.manager, deleteForm, {
      ...project(),
      params: { id: form.coding_form_id },
    })
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'First pass is used by the assignment First cut, and cannot be deleted as long as that is there.',
    ])
    const other = await addForm(matter, { name: 'Second pass', sections: [] })
    const gone = { ...project(), params: { id: other.coding_form_id } }
    expect((await matter.server.call(matter.manager, deleteForm, gone)).status).toBe(204)
  })

  it('keeps a section by its id under another name, and refuses what a draft cannot say yet', async () => {
    const form = await addForm(matter)
    const [decision, rest] = everyType.sections
    const sectionId = form.sections[0]?.sectionId
    const named = (name: string, id: number | undefined) => ({
      name: 'First pass',
      sections: [{ ...decision, name, sectionId: id }, { ...rest }],
    })
    const renamed = await put(form.coding_form_id, named('Verdict', sectionId), 1)
    expect(renamed.data.sections[0]).toMatchObject({ sectionId, name: 'Verdict' })
    expect((await versions(form.coding_form_id))[0]?.changes).toEqual([
      'Section "Decision" renamed to "Verdict"',
    ])
    expect((await put(form.coding_form_id, named('Verdict', 9_999))).error.message).toBe(
      'The form has no section with the id 9999.',
    )
    const keys = [
      { text: 'Yes', key: 1 },
      { text: 'No', key: 1 },
    ]
    const twice = await put(form.coding_form_id, one('First pass', [responsive(keys)]))
    expect(twice.error.message).toBe('Responsive: two choices have the same key.')
    // Conditions and rules between fields have their place in a later shape.
    for (const more of [{ shape: 2 }, { shape: 1, rules: [] }])
      expect((await put(form.coding_form_id, { ...one('First pass', []), ...more })).status).toBe(400)
    expect((await put(form.coding_form_id, { ...one('First pass', []), shape: 1 })).status).toBe(200)
  })

  it('shows forms and their versions to those who manage them, in every project of theirs and in no other', async () => {
    const form = await addForm(matter)
    const elsewhere = await matter.server.project(matter.companyId, { name: 'Other', prefix: 'OTH' })
    const from = () => matter.server.call(matter.manager, listManagedForms, { project: elsewhere })
    expect((await from()).status).toBe(404)
    await matter.server.member(elsewhere, matter.manager.userId, 'Reviewer')
    expect((await from()).status).toBe(403)
    expect((await matter.server.call(matter.ana, listManagedForms, project())).status).toBe(403)
    expect((await matter.server.call(matter.ana, listForms, project())).status).toBe(200)
    const foreign = await matter.server.call(matter.manager, listFormVersions, {
      project: matter.projectId,
      params: { id: form.coding_form_id + 1_000 },
    })
    expect(foreign.status).toBe(404)
    expect((await matter.server.call(matter.ana, createForm, { ...project(), body: everyType })).status).toBe(
      403,
    )
  })
})
