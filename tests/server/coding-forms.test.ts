import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createForm,
  deleteForm,
  formNameMessages,
  getForm,
  listForms,
  patchForm,
  putForm,
  readCoding,
  saveCoding,
} from '#contracts/coding.ts'
import { fieldTypes } from '#contracts/project.ts'
import { dialects } from './harness.ts'
import { addForm, type CreatedForm, everyType, fieldNamed, type Matter, startMatter } from './matter.ts'

describe.each(dialects)('coding forms on %s', (dialect) => {
  let matter: Matter
  beforeEach(async () => {
    matter = await startMatter(dialect)
  })
  afterEach(() => matter.close())

  const create = (body: unknown) =>
    matter.server.call(matter.manager, createForm, { project: matter.projectId, body })
  const put = (id: number, body: unknown) =>
    matter.server.call(matter.manager, putForm, { project: matter.projectId, params: { id }, body })
  const patch = (id: number, body: unknown) =>
    matter.server.call(matter.manager, patchForm, { project: matter.projectId, params: { id }, body })
  const details = async (id: number) =>
    (await matter.server.call(matter.ana, getForm, { project: matter.projectId, params: { id } })).data
  const list = async (basicInfoOnly?: 'true') =>
    (await matter.server.call(matter.ana, listForms, { project: matter.projectId, query: { basicInfoOnly } }))
      .data
  const named = (name: string) => ({ ...everyType, name })
  let saves = 0
  const code = (form: CreatedForm, documentId: number, name: string, value: unknown) => {
    saves += 1
    const { coding_form_field_id } = fieldNamed(form, name)
    return matter.server.call(matter.ana, saveCoding, {
      project: matter.projectId,
      key: `command-${saves}`,
      body: {
        documentId,
        coding_form_id: form.coding_form_id,
        fields: [{ name, value, coding_form_field_id, seen: 0 }],
        undo: { kind: 'do', group: 'group-0001', targets: [] },
        correlationId: 'gesture-0001',
      },
    })
  }

  it('[rest-post-coding-form] [entity-coding-form] [entity-coding-form-section] [entity-coding-form-field] [entity-coding-form-choice] makes a form of every field type', async () => {
    const form = (await create(everyType)).data
    expect(form).toMatchObject({ name: 'First pass', isSelected: true, modifyActionType: 0 })
    expect(form.coding_form_id).toBeGreaterThan(0)
    expect(
      form.sections.map(({ name, position, isExpanded, isEditing }) => [
        name,
        position,
        isExpanded,
        isEditing,
      ]),
    ).toEqual([
      ['Decision', 0, true, false],
      ['Details', 1, true, false],
    ])
    expect(fieldNamed(form, 'Responsive')).toMatchObject({
      position: 0,
      field_type_id: fieldTypes.singleChoice,
      is_required: true,
      is_read_only: false,
      is_single_choice: true,
      is_multi: false,
    })
    expect(fieldNamed(form, 'Issues')).toMatchObject({ is_single_choice: false, is_multi: true })
    expect(
      fieldNamed(form, 'Issues').values.map(({ position, short_text_value, checked }) => [
        position,
        short_text_value,
        checked,
      ]),
    ).toEqual([
      [0, 'Patent', false],
      [1, 'Pricing', false],
      [2, 'Trade secret', false],
    ])
    expect(fieldNamed(form, 'Batch remark').is_read_only).toBe(true)
  })

  it('[enum-coding-field-types] takes the field types of coding forms by their ids, and no others', async () => {
    const ids = { DATE: 1, INTEGER: 2, FLOAT: 3, SHORT_TEXT: 4, LONG_TEXT: 5, BOOLEAN: 7 }
    const fields = Object.entries(ids).map(([field_name, field_type_id]) => ({
      field_name,
      field_type_id,
      choices: [],
      is_required: false,
      is_read_only: false,
    }))
    const form = (await create({ name: 'Types', sections: [{ name: 'All', fields }] })).data
    expect(form.sections[0]?.fields.map((one) => [one.field_name, one.field_type_id])).toEqual(
      Object.entries(ids),
    )
    // A yes/no field without options of its own has the two that everybody expects, first true, second false.
    expect(fieldNamed(form, 'BOOLEAN').values.map((one) => one.short_text_value)).toEqual(['Yes', 'No'])
    const odd = await create({
      name: 'Odd',
      sections: [{ name: 'All', fields: [{ ...fields[0], field_name: 'Odd', field_type_id: 99 }] }],
    })
    expect([odd.status, odd.error.message]).toEqual([400, 'Odd: there is no field type 99.'])
  })

  it('[val-form-name-required] [val-form-name-too-long] [limit-form-name-50] [val-form-name-forbidden] answers each bad name with its own words', async () => {
    const fault = async (name: string) => (await create(named(name))).error
    expect((await fault('')).message).toBe('Form name cannot be empty')
    expect((await fault('   ')).message).toBe('Form name cannot be empty')
    expect((await fault('x'.repeat(51))).message).toBe('Name exceeds 50 characters. Supply a shorter name.')
    for (const sign of ['/', '\\', ':', '*', '?', '"', '<', '>', '|'])
      expect((await fault(`Pass ${sign} one`)).message, sign).toBe(
        'Name cannot contain any of these characters: / \\ : * ? " < > |',
      )
    expect((await create(named('x'.repeat(50)))).status).toBe(200)
  })

  it('[val-form-name-unique] takes a name once in a project, whatever its case', async () => {
    const first = await addForm(matter)
    const second = await create(named(' FIRST pass '))
    expect([second.status, second.error.message]).toEqual([409, 'Form Name exists. Supply a unique name.'])
    // Its own name is no other form's.
    expect((await patch(first.coding_form_id, { name: 'First Pass' })).data.name).toBe('First Pass')
    const elsewhere = await matter.server.project(matter.companyId, { name: 'Other', prefix: 'OTH' })
    await matter.server.member(elsewhere, matter.manager.userId, 'ReviewManager')
    const same = await matter.server.call(matter.manager, createForm, { project: elsewhere, body: everyType })
    expect(same.status).toBe(200)
  })

  it('[rest-get-coding-forms] [rest-get-coding-form-details] lists forms with their revisions, and with sections where they are asked for', async () => {
    const form = await addForm(matter)
    await addForm(matter, { name: 'Second pass', sections: [] })
    const basic = await list('true')
    expect(basic.data).toEqual([
      { coding_form_id: form.coding_form_id, name: 'First pass', isSelected: true, revision: 1 },
      { coding_form_id: expect.any(Number), name: 'Second pass', isSelected: false, revision: 1 },
    ])
    expect(basic.totalCount).toBe(2)
    expect((await list()).data[0]?.sections).toEqual(form.sections)
    expect(await details(form.coding_form_id)).toEqual({ ...form, revision: 1 })
  })

  it('[rest-put-coding-form] replaces a form: what has the same name keeps its ids, and the revision counts up', async () => {
    const form = await addForm(matter)
    const responsive = fieldNamed(form, 'Responsive')
    const changed = (
      await put(form.coding_form_id, {
        name: 'First look',
        sections: [
          {
            name: 'Decision',
            fields: [
              {
                field_name: 'Responsive',
                field_type_id: fieldTypes.singleChoice,
                is_required: false,
                is_read_only: false,
                choices: ['No', 'Yes', 'Unclear'],
              },
            ],
          },
        ],
      })
    ).data
    expect(changed.name).toBe('First look')
    expect(changed.sections).toHaveLength(1)
    expect(changed.sections[0]?.sectionId).toBe(form.sections[0]?.sectionId)
    const now = fieldNamed(changed, 'Responsive')
    expect(now.coding_form_field_id).toBe(responsive.coding_form_field_id)
    const idOf = (text: string) => responsive.values.find((one) => one.short_text_value === text)?.choiceId
    expect(now.values.map(({ short_text_value, choiceId }) => [short_text_value, choiceId])).toEqual([
      ['No', idOf('No')],
      ['Yes', idOf('Yes')],
      ['Unclear', expect.any(Number)],
    ])
    expect((await details(form.coding_form_id)).revision).toBeGreaterThan(1)
    expect((await put(99_999, everyType)).status).toBe(404)
  })

  it('keeps a choice that documents are coded with, and says where', async () => {
    const form = await addForm(matter)
    const [first = 0, second = 0] = matter.documents
    await code(form, first, 'Issues', ['Pricing', 'Trade secret'])
    await code(form, second, 'Issues', ['Trade secret'])
    await code(form, second, 'Responsive', 'Yes')
    const issues = (choices: string[]) => ({
      name: 'First pass',
      sections: [
        {
          name: 'Decision',
          fields: [
            { field_name: 'Issues', field_type_id: 9, choices, is_required: false, is_read_only: false },
          ],
        },
      ],
    })
    const refused = await put(form.coding_form_id, issues(['Patent', 'Pricing']))
    expect(refused.status).toBe(409)
    expect(refused.error.message).toBe(
      '"Trade secret" of Issues cannot go: NWI00000001, NWI00000002 are coded with it.',
    )
    expect(refused.error.data).toMatchObject({ documents: 2 })
    // Nothing of the refused form was written.
    expect((await details(form.coding_form_id)).sections).toHaveLength(2)
    expect((await put(form.coding_form_id, issues(['Pricing', 'Trade secret']))).status).toBe(200)
    const single = {
      field_name: 'Responsive',
      field_type_id: 8,
      choices: ['No'],
      is_required: false,
      is_read_only: false,
    }
    const other = await put(form.coding_form_id, {
      name: 'First pass',
      sections: [{ name: 'Decision', fields: [single] }],
    })
    expect(other.error.message).toBe('"Yes" of Responsive cannot go: NWI00000002 is coded with it.')
  })

  it('shares a field between forms: a change of its choices is a new revision of both', async () => {
    const form = await addForm(matter)
    const pages = {
      field_name: 'Issues',
      field_type_id: 9,
      choices: [],
      is_required: true,
      is_read_only: false,
    }
    const second = await addForm(matter, {
      name: 'Second pass',
      sections: [{ name: 'One', fields: [pages] }],
    })
    expect(fieldNamed(second, 'Issues').fieldId).toBe(fieldNamed(form, 'Issues').fieldId)
    expect(fieldNamed(second, 'Issues').values).toHaveLength(3)
    await put(second.coding_form_id, {
      name: 'Second pass',
      sections: [
        { name: 'One', fields: [{ ...pages, choices: ['Patent', 'Pricing', 'Trade secret', 'Fraud'] }] },
      ],
    })
    expect((await list('true')).data.every((one) => one.revision > 1)).toBe(true)
    expect(fieldNamed(await details(form.coding_form_id), 'Issues').values).toHaveLength(4)
    // Two choices where one with a line end was: not the same, though they read alike.
    const lines = (choices: string[]) => ({
      name: 'Lines',
      sections: [{ name: 'One', fields: [{ ...pages, field_name: 'Lines', choices }] }],
    })
    const third = await addForm(matter, lines(['One\nTwo']))
    await put(third.coding_form_id, lines(['One', 'Two']))
    expect(fieldNamed(await details(third.coding_form_id), 'Lines').values).toHaveLength(2)
    const type = await create({
      name: 'Fourth',
      sections: [{ name: 'One', fields: [{ ...pages, field_type_id: 4 }] }],
    })
    expect([type.status, type.error.detail]).toEqual([409, 'Issues'])
  })

  it('[rest-patch-coding-form] renames a form and selects one', async () => {
    const form = await addForm(matter)
    const second = await addForm(matter, { name: 'Second pass', sections: [] })
    expect((await patch(second.coding_form_id, { isSelected: true })).data).toMatchObject({
      isSelected: true,
    })
    expect((await list('true')).data.map((one) => one.isSelected)).toEqual([false, true])
    expect((await patch(second.coding_form_id, { name: 'a:b' })).error.message).toBe(
      formNameMessages.forbidden,
    )
    expect((await patch(second.coding_form_id, { name: 'First pass' })).error.message).toBe(
      formNameMessages.exists,
    )
    expect((await patch(second.coding_form_id, { isSelected: false })).status).toBe(409)
    expect((await patch(form.coding_form_id, { name: 'Triage' })).data).toMatchObject({ name: 'Triage' })
  })

  it('[rest-delete-coding-form] removes a form and leaves its fields and their values', async () => {
    const form = await addForm(matter)
    const second = await addForm(matter, { name: 'Second pass', sections: [] })
    const [first = 0] = matter.documents
    await code(form, first, 'Responsive', 'Yes')
    const params = { id: form.coding_form_id }
    const by = (user: typeof matter.ana) =>
      matter.server.call(user, deleteForm, { project: matter.projectId, params })
    expect((await by(matter.ana)).status).toBe(403)
    expect((await by(matter.manager)).status).toBe(204)
    expect((await by(matter.manager)).status).toBe(404)
    // The oldest one that is left takes its place.
    expect((await list('true')).data).toMatchObject([
      { coding_form_id: second.coding_form_id, isSelected: true },
    ])
    const values = await matter.server.call(matter.ana, readCoding, {
      project: matter.projectId,
      query: { documentId: first },
    })
    expect(values.data.data).toMatchObject([{ value: 'Yes', version: 1 }])
  })

  it('refuses fields that could not be coded or not be found', async () => {
    const fields = (more: object) => ({
      name: 'Odd',
      sections: [
        {
          name: 'One',
          fields: [
            {
              field_name: 'Odd',
              field_type_id: 8,
              choices: ['a'],
              is_required: false,
              is_read_only: false,
              ...more,
            },
          ],
        },
      ],
    })
    const message = async (more: object) => (await create(fields(more))).error.message
    expect(await message({ choices: [] })).toBe('Odd needs at least one choice.')
    expect(await message({ choices: ['a', 'A'] })).toBe('Odd has the same choice twice.')
    expect(await message({ field_type_id: 7, choices: ['only'] })).toContain('two options')
    expect(await message({ field_type_id: 4 })).toContain('takes no choices')
    expect(await message({ field_name: 'Custodian' })).toContain('every document has')
    const twice = fields({})
    twice.sections[0]?.fields.push(...(twice.sections[0]?.fields ?? []))
    expect((await create(twice)).error.message).toBe('A form shows a field once.')
  })

  it('puts each change of a form on the record', async () => {
    const form = await addForm(matter)
    await patch(form.coding_form_id, { name: 'Triage' })
    const rows = await matter.server.services.records.read
      .selectFrom('audit')
      .select(['action', 'user_id', 'text'])
      .where('chain', '=', `project:${matter.projectId}`)
      .orderBy('seq')
      .execute()
    expect(rows.map((row) => [row.action, row.user_id])).toEqual([
      ['codingForm.created', matter.manager.userId],
      ['codingForm.renamed', matter.manager.userId],
    ])
    expect(JSON.parse(rows[1]?.text ?? '')).toMatchObject({ facts: { before: 'First pass', name: 'Triage' } })
  })
})
