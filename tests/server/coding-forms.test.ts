import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentHistory } from '#contracts/audit.ts'
import {
  formLimits,
  formNameMessages,
  getForm,
  listForms,
  readCoding,
  saveCoding,
  staleData,
} from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { documentCount } from '#contracts/documents.ts'
import { createForm, deleteForm, patchForm, putForm } from '#contracts/form-drafts.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { ChoiceDraft } from '#server/review/coding/choices.ts'
import { costlyDialects } from './harness.ts'
import { addForm, type CreatedForm, everyType, fieldNamed, type Matter, startMatter } from './matter.ts'

describe.each(costlyDialects)('coding forms on %s', (dialect) => {
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
  const choices = (field_name: string, field_type_id: number, drafts: readonly ChoiceDraft[]) => ({
    field_name,
    field_type_id,
    choices: drafts,
    is_required: false,
    is_read_only: false,
  })
  let saves = 0
  const code = (form: CreatedForm, documentId: number, name: string, value: unknown) => {
    saves += 1
    const { coding_form_field_id } = fieldNamed(form, name)
    return matter.server.call(matter.ana, saveCoding, {
      project: matter.projectId,
      key: `command-${saves}`,
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

  it('renames a choice: what is coded with it stays coded with it, and the record keeps what it was called', async () => {
    const form = await addForm(matter)
    const [first = 0, second = 0, third = 0] = matter.documents
    await code(form, first, 'Responsive', 'Yes')
    await code(form, first, 'Issues', ['Patent', 'Trade secret'])
    await code(form, second, 'Issues', ['Trade secret'])
    const choiceId = (name: string, text: string) =>
      fieldNamed(form, name).values.find((one) => one.short_text_value === text)?.choiceId ?? 0
    const changed = await put(form.coding_form_id, {
      name: 'First pass',
      sections: [
        {
          name: 'Decision',
          fields: [
            choices('Responsive', 8, ['No', { choiceId: choiceId('Responsive', 'Yes'), text: 'Produce' }]),
            choices('Issues', 9, [
              { choiceId: choiceId('Issues', 'Trade secret'), text: 'Know-how "A"' },
              'Pricing',
              { choiceId: choiceId('Issues', 'Patent'), text: 'Patents' },
            ]),
          ],
        },
      ],
    })
    expect(
      fieldNamed(changed.data, 'Responsive').values.map((one) => [one.choiceId, one.short_text_value]),
    ).toEqual([
      [choiceId('Responsive', 'No'), 'No'],
      [choiceId('Responsive', 'Yes'), 'Produce'],
    ])
    const valuesOf = async (documentId: number) =>
      (
        await matter.server.call(matter.ana, readCoding, { project: matter.projectId, query: { documentId } })
      ).data.data.map(({ value, version, by }) => [value, version, by])
    // Another version, so that nobody goes on with the old words; but nobody else has decided anything.
    expect(await valuesOf(first)).toEqual([
      ['Produce', 2, 'Ana Lima'],
      [['Patents', 'Know-how "A"'], 2, 'Ana Lima'],
    ])
    expect(await valuesOf(second)).toEqual([[['Know-how "A"'], 2, 'Ana Lima']])
    const history = await matter.server.call(matter.ana, documentHistory, {
      project: matter.projectId,
      query: { documentId: first },
    })
    expect(history.data.data.map((row) => row.newValue)).toEqual([['Patent', 'Trade secret'], 'Yes'])
    await matter.server.services.search.settled(matter.projectId)
    const found = async (queryString: string) =>
      (
        await matter.server.call(matter.ana, documentCount, {
          project: matter.projectId,
          body: { query: { queryString, includeFamily: false, objectId: null, type: null } },
        })
      ).data.count
    expect(await found('Responsive:Produce')).toBe(1)
    expect(await found('Responsive:Yes')).toBe(0)
    // A browser that has not heard of it, or an undo of what was saved before, means the same choice.
    const late = await code(changed.data, third, 'Responsive', 'Yes')
    expect(late.data.values[0]).toMatchObject({ value: 'Produce', version: 1 })
    expect((await code(changed.data, first, 'Responsive', 'Yes')).data.auditIds).toEqual([])
    // Whoever saw the old words and means another choice is asked.
    const stale = await code(changed.data, first, 'Responsive', 'No')
    expect(staleData.parse(stale.error.data).conflicts).toMatchObject([{ yours: 'No', theirs: 'Produce' }])
    // What it is called now is what cannot go.
    const gone = await put(form.coding_form_id, {
      name: 'First pass',
      sections: [{ name: 'Decision', fields: [choices('Responsive', 8, ['No'])] }],
    })
    expect(gone.error.message).toBe(
      '"Produce" of Responsive cannot go: NWI00000001, NWI00000003 are coded with it.',
    )
  })

  it('lets no two choices of a field be mistaken for one another', async () => {
    const form = await addForm(matter)
    const id = (at: number) => fieldNamed(form, 'Issues').values[at]?.choiceId ?? 0
    const foreign = fieldNamed(form, 'Responsive').values[0]?.choiceId ?? 0
    const [patent, pricing, secret] = [id(0), id(1), id(2)]
    const issues = async (drafts: readonly ChoiceDraft[]) => {
      const answer = await put(form.coding_form_id, {
        name: 'First pass',
        sections: [{ name: 'One', fields: [choices('Issues', 9, drafts)] }],
      })
      return answer.status === 200 ? 'renamed' : `${answer.status} ${answer.error.message}`
    }
    const other = (text: string) =>
      `400 "${text}" is what another choice of Issues is called. Rename that one first, or take it away.`
    expect(
      await issues([
        { choiceId: patent, text: 'Pricing' },
        { choiceId: pricing, text: 'Patent' },
        'Trade secret',
      ]),
    ).toBe(other('Pricing'))
    expect(await issues([{ choiceId: patent, text: 'Licence' }, 'Patent', 'Pricing'])).toContain('twice')
    expect(await issues([{ choiceId: foreign, text: 'Licence' }])).toBe(
      `400 Issues has no choice with the id ${foreign}.`,
    )
    expect(await issues(['Patent', { choiceId: patent, text: 'Licence' }])).toContain('400')
    expect(
      await issues([
        { choiceId: patent, text: 'Licence' },
        { choiceId: patent, text: 'Grant' },
      ]),
    ).toContain('twice')
    // A name that had two meanings has none; the one that is there has its own.
    expect(await issues([{ choiceId: patent, text: 'Old' }, 'Pricing', 'Trade secret'])).toBe('renamed')
    expect(await issues([{ choiceId: patent, text: 'Licence' }, 'Pricing', 'Trade secret'])).toBe('renamed')
    expect(await issues(['Licence', { choiceId: pricing, text: 'Old' }, 'Trade secret'])).toBe('renamed')
    const [first = 0, second = 0, third = 0] = matter.documents
    expect((await code(form, first, 'Issues', ['Old'])).data.values[0]?.value).toEqual(['Old'])
    expect((await code(form, second, 'Issues', ['Patent'])).data.values[0]?.value).toEqual(['Licence'])
    expect(
      await issues(['Licence', { choiceId: pricing, text: 'Prices' }, { choiceId: secret, text: 'Secret' }]),
    ).toBe('renamed')
    expect((await code(form, third, 'Issues', ['Old'])).error.message).toBe('Issues has no choice "Old".')
    expect((await code(form, third, 'Issues', ['Trade secret'])).data.values[0]?.value).toEqual(['Secret'])
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

  it('takes as much as one save can carry and nobody has to wait for', async () => {
    const field = (name: string, choices: string[] = []) => ({
      field_name: name,
      field_type_id: choices.length > 0 ? 8 : 4,
      choices,
      is_required: false,
      is_read_only: false,
    })
    const many = (count: number, of: string) => Array.from({ length: count }, (_, i) => `${of} ${i}`)
    const form = (sections: { name: string; fields: unknown[] }[]) => create({ name: 'Wide', sections })
    const { sections, fields, choices } = formLimits
    const refused = [
      form(many(sections + 1, 'Section').map((name) => ({ name, fields: [] }))),
      form([{ name: 'One', fields: [field('Choice', many(choices + 1, 'Choice'))] }]),
      form([{ name: 'One', fields: many(fields + 1, 'Field').map((name) => field(name)) }]),
      // In one section or in two.
      form([
        { name: 'One', fields: many(fields, 'Field').map((name) => field(name)) },
        { name: 'Two', fields: [field('One more')] },
      ]),
    ]
    for (const answer of await Promise.all(refused)) expect(answer.status).toBe(400)
    const wide = [
      ...many(fields - 1, 'Field').map((name) => field(name)),
      field('Choice', many(choices, 'Choice')),
    ]
    const made = await form([{ name: 'One', fields: wide }])
    expect(fieldNamed(made.data, 'Choice').values.map((one) => one.short_text_value)).toEqual(
      many(choices, 'Choice'),
    )
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

  it('puts each change of a form on the record, so that it can be seen as it was at any time', async () => {
    /** A form as its reviewers see it, without what only counts. */
    const seen = async (formId: number) => {
      const { name, isSelected, sections } = await details(formId)
      return {
        name,
        isSelected,
        sections: sections.map((section) => ({
          sectionId: section.sectionId,
          name: section.name,
          fields: section.fields.map((field) => ({
            fieldId: field.fieldId,
            name: field.field_name,
            typeId: field.field_type_id,
            required: field.is_required,
            readOnly: field.is_read_only,
            choices: field.values.map(({ choiceId, short_text_value }) => ({
              choiceId,
              text: short_text_value,
            })),
          })),
        })),
      }
    }
    const rowsOf = async (formId: number) =>
      (
        await matter.server.services.records.read
          .selectFrom('audit')
          .select(['action', 'user_id', 'text'])
          .where('chain', '=', `project:${matter.projectId}`)
          .orderBy('seq')
          .execute()
      )
        .map(({ text, ...row }) => ({ ...row, ...JSON.parse(text) }))
        .filter(({ facts }) => facts.codingFormId === formId)
    const issues = {
      field_name: 'Issues',
      field_type_id: 9,
      choices: [],
      is_required: true,
      is_read_only: false,
    }
    const one = (choices: string[]) => ({
      name: 'Second pass',
      sections: [{ name: 'One', fields: [{ ...issues, choices }] }],
    })

    const { coding_form_id: first } = await addForm(matter)
    const { coding_form_id: second } = await addForm(matter, one([]))
    const looked = [await seen(first)]
    const steps = [
      () => patch(first, { name: 'Triage' }),
      () => patch(second, { isSelected: true }),
      // Through another form that shows the same field.
      () => put(second, one(['Pricing', 'Patent', 'Trade secret', 'Fraud'])),
      () => put(first, { ...everyType, name: 'Triage', sections: everyType.sections.toReversed() }),
      () =>
        put(first, {
          name: 'Triage',
          sections: [{ name: 'Decision', fields: [{ ...issues, is_required: false, is_read_only: true }] }],
        }),
      () =>
        matter.server.call(matter.manager, deleteForm, { project: matter.projectId, params: { id: second } }),
    ]
    for (const step of steps) {
      expect((await step()).status).toBeLessThan(300)
      looked.push(await seen(first))
    }
    const rows = await rowsOf(first)
    expect(rows.map((row) => [row.action, row.user_id, row.facts.through])).toEqual([
      ['codingForm.created', matter.manager.userId, undefined],
      ['codingForm.renamed', matter.manager.userId, undefined],
      ['codingForm.changed', matter.manager.userId, second],
      ['codingForm.changed', matter.manager.userId, second],
      ['codingForm.changed', matter.manager.userId, undefined],
      ['codingForm.changed', matter.manager.userId, undefined],
      ['codingForm.changed', matter.manager.userId, second],
    ])
    expect(rows.map((row) => row.newValue)).toEqual(looked)
    expect(rows.map((row) => row.oldValue)).toEqual([null, ...looked.slice(0, -1)])
    expect((await rowsOf(second)).at(-1)).toMatchObject({
      action: 'codingForm.deleted',
      oldValue: { name: 'Second pass' },
      newValue: null,
    })
    // What changes nothing is nobody's news.
    await put(first, {
      name: 'Triage',
      sections: [{ name: 'Decision', fields: [{ ...issues, is_required: false, is_read_only: true }] }],
    })
    expect(await rowsOf(first)).toHaveLength(rows.length)
  })
})
