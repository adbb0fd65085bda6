/** Custom fields: made and changed by themselves, found, counted, and set without a form. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentHistory, verifyChain } from '#contracts/audit.ts'
import { getForm, readCoding, saveCoding, staleData } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { searchDocuments } from '#contracts/documents.ts'
import {
  addFieldValue,
  type CustomField,
  changeField,
  countByField,
  createField,
  deleteField,
  listCustomFields,
  listFieldTypes,
  listMultiValueFields,
  searchFields,
  setCustomField,
} from '#contracts/fields.ts'
import { putForm } from '#contracts/form-drafts.ts'
import { fieldTypes, getReport } from '#contracts/project.ts'
import { choiceNames } from '#server/review/coding-history/choice-names.ts'
import { rebuild } from '#server/review/coding-history/rebuild.ts'
import { countsOf } from '#server/review/overview/counts.ts'
import { clauseOf } from '#src/events/filter/query.ts'
import { batchesIn } from './batches.ts'
import { bulkIn } from './bulk-changes.ts'
import { costlyDialects, type TestUser } from './harness.ts'
import { addForm, everyType, fieldNamed, type Matter, startMatter } from './matter.ts'

describe.each(costlyDialects)('custom fields on %s', (dialect) => {
  let matter: Matter
  beforeEach(async () => {
    matter = await startMatter(dialect)
  })
  afterEach(() => matter.close())

  const project = () => matter.projectId
  const document = (n = 0) => matter.documents[n] ?? 0
  const create = (
    name: string,
    field_type_id: number,
    choices: readonly string[] = [],
    as = matter.manager,
  ) => matter.server.call(as, createField, { project: project(), body: { name, field_type_id, choices } })
  const made = async (...asked: Parameters<typeof create>): Promise<CustomField> =>
    (await create(...asked)).data
  const listed = async () =>
    (await matter.server.call(matter.ana, listCustomFields, { project: project() })).data.data
  let sets = 0
  const set = (
    fieldId: number,
    value: unknown,
    {
      version = 0,
      as = matter.manager,
      documentId = document(),
      key = `command-set-${++sets}`,
    }: {
      version?: number
      as?: TestUser
      documentId?: number
      key?: string
    } = {},
  ) =>
    matter.server.call(as, setCustomField, {
      project: project(),
      key,
      ifMatch: ifMatchOf(new Map([[fieldId, version]])),
      body: {
        documentId,
        fieldId,
        value,
        undo: { kind: 'do', group: 'group-0001', targets: [] },
        correlationId: 'gesture-0001',
      },
    })
  const remove = (fieldId: number) =>
    matter.server.call(matter.manager, deleteField, { project: project(), params: { fieldId } })
  const search = (queryString: string) =>
    matter.server.call(matter.ana, searchDocuments, {
      project: project(),
      body: {
        query: { queryString, includeFamily: false, objectId: null, type: null },
        ...{ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', pageSize: 25, page: 1 },
      },
    })
  const found = async (queryString: string) =>
    (await search(queryString)).data.data.map(({ documentId }) => documentId)
  const rows = () =>
    matter.server.services.records.read
      .selectFrom('audit')
      .select(['action', 'field_id', 'text'])
      .where('project_id', '=', project())
      .orderBy('seq')
      .execute()

  it('[rest-any-project-field-types] [enum-field-type-ids] [enum-editor-field-types] says which types there are, and what editors call them', async () => {
    const { data } = (await matter.server.call(matter.ana, listFieldTypes, { project: project() })).data
    // Written out as the specification has them.
    expect(data.map(({ typeId, name }) => [typeId, name])).toEqual([
      [1, 'Date'],
      [2, 'Integer'],
      [3, 'Float'],
      [4, 'ShortText'],
      [5, 'LongText'],
      [6, 'LongText'],
      [7, 'Boolean'],
      [8, 'SingleChoice'],
      [9, 'MultipleChoice'],
      [15, 'SingleObject'],
    ])
    expect(data.filter(({ hasChoices }) => hasChoices).map(({ typeId }) => typeId)).toEqual([7, 8, 9])
    expect(data.filter(({ multiValue }) => multiValue).map(({ typeId }) => typeId)).toEqual([9])
  })

  it('[rest-any-project-field] [entity-field] makes a field that no form shows, and lists it with what uses it', async () => {
    const box = await made('Box number', fieldTypes.shortText)
    expect(box).toMatchObject({ name: 'Box number', queryName: 'Box_number', forms: [], documents: 0 })
    const form = await addForm(matter)
    const bulk = bulkIn(matter, form)
    await bulk.save(matter.ana, document(), 'Responsive', 'Yes')
    const all = await listed()
    expect(all.find(({ name }) => name === 'Responsive')).toMatchObject({
      documents: 1,
      forms: [{ coding_form_id: form.coding_form_id, name: 'First pass' }],
      choices: [{ text: 'Yes' }, { text: 'No' }, { text: 'Needs further review' }],
    })
    expect(all.find(({ name }) => name === 'Box number')).toMatchObject({ forms: [], documents: 0 })
    // A form that names it shows that very field.
    const second = await addForm(matter, {
      name: 'Second pass',
      sections: [
        {
          name: 'All',
          fields: [
            {
              field_name: 'Box number',
              field_type_id: 4,
              is_required: false,
              is_read_only: true,
              choices: [],
            },
          ],
        },
      ],
    })
    expect(fieldNamed(second, 'Box number').fieldId).toBe(box.fieldId)
  })

  it('[search-normalise-spaces] is asked for by its name with underscores for spaces, and nothing else in a query is rewritten', async () => {
    const memo = await made('Memo of review', fieldTypes.shortText)
    expect(memo.queryName).toBe('Memo_of_review')
    await set(memo.fieldId, 'late filing')
    await matter.server.services.search.settled(project())
    expect(await found('Memo_of_review contains "late filing"')).toEqual([document()])
    expect(await found('Memo_of_review contains late_filing')).toEqual([])
    expect((await search('late filing')).data.reading).toBe('"late filing"')
    expect((await search('late_filing')).data.reading).toBe('late_filing')
  })

  it('[rest-any-project-field] refuses names that are taken, those of every document, and what makes no field', async () => {
    await made('Box number', fieldTypes.shortText)
    expect((await create('box  NUMBER', fieldTypes.shortText)).error).toMatchObject({
      code: 'conflict',
      message: 'The project has a field "Box number". Use that, or choose another name.',
    })
    // In a query it would be Box_number as well, and take the name from the field that has it.
    expect((await create('Box-number', fieldTypes.shortText)).error.message).toContain('a field "Box number"')
    expect((await create('File name', fieldTypes.shortText)).status).toBe(400)
    expect((await create('File-name?', fieldTypes.shortText)).status).toBe(400)
    expect((await create('Odd', 99)).status).toBe(400)
    expect((await create('Team', fieldTypes.singleChoice)).status).toBe(400)
    expect((await create('Team', fieldTypes.shortText, ['A'])).status).toBe(400)
    expect((await create('Team', fieldTypes.shortText, [], matter.senior)).status).toBe(403)
    expect((await listed()).map(({ name }) => name)).toEqual(['Box number'])
  })

  it('[rest-any-project-field] goes on with two fields that came to be written alike in queries, each under its own name', async () => {
    const made = await matter.server.services.records.write('interactive', (trx) =>
      trx
        .insertInto('field')
        .values(
          ['Box-number', 'Box number'].map((name) => ({
            ...{ project_id: project(), name, type_id: fieldTypes.shortText },
          })),
        )
        .returning(['field_id', 'name'])
        .execute(),
    )
    const form = await addForm(matter, {
      name: 'Boxes',
      sections: [
        {
          name: 'All',
          fields: made.map(({ name }) => ({
            ...{ field_name: name, field_type_id: fieldTypes.shortText, choices: [] },
            ...{ is_required: false, is_read_only: false },
          })),
        },
      ],
    })
    for (const { field_id, name } of made) {
      expect(fieldNamed(form, name).fieldId).toBe(field_id)
      const changed = await matter.server.call(matter.manager, changeField, {
        ...{ project: project(), params: { fieldId: field_id }, body: { name, choices: [] } },
      })
      expect(changed.status).toBe(200)
    }
  })

  it('[rest-any-project-field] takes no yes/no field whose options are turned round: a search for Yes would find No', async () => {
    const message = 'Checked: the first option of a yes/no field is what means yes'
    expect((await create('Checked', fieldTypes.boolean, ['No', 'Yes'])).error.message).toContain(message)
    const { fieldId, choices } = await made('Checked', fieldTypes.boolean, ['Checked', 'Not checked'])
    const [yes, no] = choices.map(({ choiceId }) => choiceId)
    const change = (first: string, second: string) =>
      matter.server.call(matter.manager, changeField, {
        project: project(),
        params: { fieldId },
        body: {
          name: 'Checked',
          choices: [
            { choiceId: yes ?? 0, text: first },
            { choiceId: no ?? 0, text: second },
          ],
        },
      })
    expect((await change('no', 'Seen')).error.message).toContain(message)
    expect((await change('Yes', 'No')).status).toBe(200)
  })

  it('[rest-any-project-field] finds and lists a yes/no field by what its options are called', async () => {
    const kept = await made('Treatment', fieldTypes.boolean, ['Withhold', 'Produce in full'])
    await set(kept.fieldId, true)
    await set(kept.fieldId, false, { documentId: document(1) })
    await expect.poll(() => found('Treatment is not null'), { timeout: 10_000 }).toHaveLength(2)
    for (const query of [
      'Treatment is withhold',
      'Treatment:Yes',
      'Treatment is not "Produce in full" AND Treatment is not null',
    ])
      expect([query, await found(query)]).toEqual([query, [document()]])
    expect(await found('Treatment is "produce in full"')).toEqual([document(1)])
    expect((await search('Treatment is perhaps')).error.message).toBe(
      'Treatment is Yes, No, Withhold or Produce in full: “perhaps” is none of them.',
    )
    const listed = (await search('Treatment is not null')).data.data
    expect(listed.map(({ coding }) => coding)).toEqual([
      [{ field: 'Treatment', value: 'Withhold' }],
      [{ field: 'Treatment', value: 'Produce in full' }],
    ])
  })

  it('[rest-any-project-field] finds a choice by its name, whatever form the quotes in it have', async () => {
    const eyes = 'Attorney’s eyes only'
    const quoted = 'Marked “draft”'
    const who = await made('For', fieldTypes.singleChoice, [eyes, quoted])
    await set(who.fieldId, eyes)
    await set(who.fieldId, quoted, { documentId: document(1) })
    await expect.poll(() => found('For is not null'), { timeout: 10_000 }).toHaveLength(2)
    expect(await found(`For is "${eyes}"`)).toEqual([document()])
    expect(await found(`For is "Attorney's eyes only"`)).toEqual([document()])
    expect(await found(clauseOf('For', quoted))).toEqual([document(1)])
  })

  it('[rest-any-project-field] goes on with a field whose name is now that of every document, under a name of its own in queries', async () => {
    // As it was made before the product had one of that name.
    const { field_id: fieldId } = await matter.server.services.records.write('interactive', (trx) =>
      trx
        .insertInto('field')
        .values({ project_id: project(), name: 'Page count', type_id: fieldTypes.integer })
        .returning('field_id')
        .executeTakeFirstOrThrow(),
    )
    const form = await addForm(matter, {
      name: 'Pages',
      sections: [
        {
          name: 'All',
          fields: [
            {
              field_name: 'Page count',
              field_type_id: fieldTypes.integer,
              is_required: false,
              is_read_only: false,
              choices: [],
            },
          ],
        },
      ],
    })
    expect(fieldNamed(form, 'Page count').fieldId).toBe(fieldId)
    expect((await listed()).find((field) => field.fieldId === fieldId)?.queryName).toBe('Page_count_2')
    const change = (name: string) =>
      matter.server.call(matter.manager, changeField, {
        project: project(),
        params: { fieldId },
        body: { name, choices: [] },
      })
    expect((await change('Page count')).status).toBe(200)
    expect((await change('Author')).error.message).toContain('every document has')
    expect((await change('Pages of ours')).status).toBe(200)
    expect((await change('Page count')).error.message).toContain('every document has')
  })

  it('[rest-post-project-field-value] adds a choice behind the others, which can be coded at once', async () => {
    const form = await addForm(matter)
    const { fieldId } = fieldNamed(form, 'Issues')
    const add = (text: string, id = fieldId) =>
      matter.server.call(matter.manager, addFieldValue, {
        project: project(),
        params: { fieldId: id },
        body: { text },
      })
    const { data } = await add(' Antitrust ')
    expect(data.choices.map(({ text }) => text)).toEqual(['Patent', 'Pricing', 'Trade secret', 'Antitrust'])
    const { data: now } = await matter.server.call(matter.ana, getForm, {
      project: project(),
      params: { id: form.coding_form_id },
    })
    expect(now.revision).toBe(2)
    expect((await add('antitrust')).status).toBe(409)
    expect((await add('Maybe', fieldNamed(form, 'Hot').fieldId)).status).toBe(409)
    expect((await add('x', fieldNamed(form, 'Notes').fieldId)).status).toBe(409)
    expect((await set(fieldId, ['Antitrust'], { as: matter.ana })).status).toBe(200)
  })

  it('[rest-any-project-field] takes no choice away that was added since somebody looked', async () => {
    const team = await made('Team', fieldTypes.singleChoice, ['Red', 'Blue'])
    const seen = team.choices.map(({ choiceId }) => choiceId)
    const put = (choices: readonly string[], beside: object) =>
      matter.server.call(matter.manager, changeField, {
        project: project(),
        params: { fieldId: team.fieldId },
        body: { name: 'Team', choices, ...beside },
      })
    const params = { fieldId: team.fieldId }
    await matter.server.call(matter.manager, addFieldValue, {
      ...{ project: project(), params, body: { text: 'Green' } },
    })
    const stale = await put(['Red'], { seen })
    expect([stale.status, stale.error.message]).toEqual([
      409,
      'Somebody has given Team the choice "Green" since you looked at it. Look at it again.',
    ])
    // Whoever names it as well has heard of it, and what was seen can go.
    const { data } = await put(['Red', 'Green'], { seen })
    expect(data.choices.map(({ text }) => text)).toEqual(['Red', 'Green'])
  })

  it('[rest-any-project-field] renames a field and its choices, and what is coded stays coded', async () => {
    const team = await made('Team', fieldTypes.singleChoice, ['Red', 'Blue'])
    await set(team.fieldId, 'Red')
    const [red, blue] = team.choices
    const put = (name: string, choices: readonly unknown[]) =>
      matter.server.call(matter.manager, changeField, {
        project: project(),
        params: { fieldId: team.fieldId },
        body: { name, choices },
      })
    expect((await put('Team', ['Blue'])).error.message).toContain('NWI00000001 is coded with it')
    const changed = await put('Review team', [
      blue && { choiceId: blue.choiceId, text: 'Blue' },
      red && { choiceId: red.choiceId, text: 'Crimson' },
    ])
    expect(changed.data).toMatchObject({ name: 'Review team', queryName: 'Review_team' })
    expect(changed.data.choices.map(({ text }) => text)).toEqual(['Blue', 'Crimson'])
    const { data } = (
      await matter.server.call(matter.ana, readCoding, {
        project: project(),
        query: { documentId: document() },
      })
    ).data
    expect(data[0]).toMatchObject({ fieldId: team.fieldId, value: 'Crimson', version: 2 })
    const trail = (await rows()).filter(({ action }) => action.startsWith('field.'))
    expect(trail.map(({ action, field_id }) => [action, field_id])).toEqual([
      ['field.created', team.fieldId],
      ['field.changed', team.fieldId],
    ])
    expect(JSON.parse(trail[1]?.text ?? '{}')).toMatchObject({
      oldValue: { name: 'Team', choices: [{ text: 'Red' }, { text: 'Blue' }] },
      newValue: { name: 'Review team', choices: [{ text: 'Blue' }, { text: 'Crimson' }] },
    })
    // The past knows the names of both times, as it happens and worked out anew.
    const { records } = matter.server.services
    for (const again of [false, true]) {
      if (again) await rebuild(records, project())
      const names = await choiceNames(records.read, project(), [team.fieldId])
      expect(names.textAt(team.fieldId, 'Red', 2, Number.MAX_SAFE_INTEGER)).toBe('Crimson')
      expect(names.choicesAt(team.fieldId, 2).map(({ text }) => text)).toEqual(['Red', 'Blue'])
    }
  })

  it('[rest-any-project-field] tells in the trail which forms look different for a field that changed', async () => {
    const form = await addForm(matter)
    const { fieldId } = fieldNamed(form, 'Issues')
    const change = { project: project(), params: { fieldId }, body: { text: 'Antitrust' } }
    await matter.server.call(matter.manager, addFieldValue, change)
    const last = (await rows()).slice(-2)
    expect(last.map(({ action }) => action)).toEqual(['field.valueAdded', 'codingForm.changed'])
    expect(JSON.parse(last[1]?.text ?? '{}').facts).toEqual({
      codingFormId: form.coding_form_id,
      name: 'First pass',
      throughField: fieldId,
    })
  })

  it('[rest-any-project-field] deletes only what nothing goes by, and says what to do', async () => {
    const form = await addForm(matter)
    const shown = fieldNamed(form, 'Notes').fieldId
    expect((await remove(shown)).error).toMatchObject({
      code: 'conflict',
      message: 'Notes is shown by First pass. Take it off there first.',
    })
    const box = await made('Box', fieldTypes.shortText)
    await set(box.fieldId, 'B-17')
    await set(box.fieldId, null, { version: 1 })
    expect((await remove(box.fieldId)).error.message).toContain('1 document has been coded with Box')
    const without = {
      ...everyType,
      sections: everyType.sections.map((section) => ({
        ...section,
        fields: section.fields.filter(({ field_name }) => field_name !== 'Notes'),
      })),
    }
    const put = { project: project(), params: { id: form.coding_form_id }, body: without }
    expect((await matter.server.call(matter.manager, putForm, put)).status).toBe(200)
    expect((await remove(shown)).status).toBe(204)
    expect((await remove(shown)).status).toBe(404)
    expect((await listed()).map(({ name }) => name)).not.toContain('Notes')
    expect((await rows()).at(-1)).toMatchObject({ action: 'field.deleted', field_id: shown })
  })

  it('[rest-get-project-fields-multi-values] [rest-post-project-search-field] finds fields: those of several values, and by a part of their names', async () => {
    await addForm(matter)
    const { data } = (await matter.server.call(matter.ana, listMultiValueFields, { project: project() })).data
    const names = data.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['All_Custodian', 'Exception', 'To', 'Issues']))
    expect(names).not.toEqual(expect.arrayContaining(['Custodian']))
    expect(names).not.toEqual(expect.arrayContaining(['Responsive']))
    const find = async (text: string, most = 50) =>
      (await matter.server.call(matter.ana, searchFields, { project: project(), body: { text, most } })).data
    const dates = await find('DATE')
    expect(dates.data.map(({ displayName }) => displayName)).toEqual([
      'Doubtful dates',
      'All custodians updated',
      'File created',
      'File last printed',
      'File modified',
      'Meeting date',
      'Parent date',
      'Received',
      'Sent date',
    ])
    expect((await find('sent')).data[0]?.name).toBe('Sent_Date')
    expect(await find('date', 1)).toMatchObject({ data: [{}], totalCount: 9 })
    expect(await find('no such')).toEqual({ data: [], totalCount: 0 })
  })

  it('[rest-post-project-calcdocsforfield] counts the documents of a field and of each of its values', async () => {
    const form = await addForm(matter)
    const bulk = bulkIn(matter, form)
    await bulk.save(matter.ana, document(0), 'Issues', ['Patent', 'Pricing'])
    await bulk.save(matter.ana, document(1), 'Issues', ['Patent'])
    const count = async (field: string, queryString?: string) =>
      matter.server.call(matter.ana, countByField, {
        project: project(),
        body: {
          field,
          query:
            queryString === undefined
              ? null
              : { queryString, includeFamily: false, objectId: null, type: null },
          most: 10,
        },
      })
    await expect
      .poll(async () => (await count('Issues')).data, { timeout: 10_000 })
      .toEqual({
        field: 'Issues',
        documents: 2,
        none: 1,
        values: [
          { value: 'Patent', documents: 2 },
          { value: 'Pricing', documents: 1 },
        ],
        others: 0,
      })
    expect((await count('Issues', 'Issues:Pricing')).data).toMatchObject({ documents: 1, none: 0 })
    expect((await count('Notes')).status).toBe(400)
    expect((await count('No such')).error.code).toBe('query.invalid')
  })

  it('[rest-post-set-custom-field] sets a value with its version, its row of the trail and its place in the search', async () => {
    const box = await made('Box', fieldTypes.shortText)
    const { data } = await set(box.fieldId, 'B-17', { key: 'command-box-1' })
    expect(data.values).toMatchObject([
      { fieldId: box.fieldId, value: 'B-17', version: 1, by: 'Maria Alvarez' },
    ])
    // Repeated under its key it is the same save.
    expect((await set(box.fieldId, 'B-17', { key: 'command-box-1' })).data).toEqual(data)
    const stale = await set(box.fieldId, 'B-18')
    expect(stale.status).toBe(412)
    expect(staleData.parse(stale.error.data).conflicts).toMatchObject([
      { fieldId: box.fieldId, name: 'Box', yours: 'B-18', theirs: 'B-17', version: 1, by: 'Maria Alvarez' },
    ])
    expect((await set(box.fieldId, 'B-18', { version: 1 })).data.values).toMatchObject([{ version: 2 }])
    const history = (
      await matter.server.call(matter.manager, documentHistory, {
        project: project(),
        query: { documentId: document() },
      })
    ).data.data
    expect(history.slice(0, 2)).toMatchObject([
      { action: 'coding.saved', field: 'Box', oldValue: 'B-17', newValue: 'B-18' },
      { action: 'coding.saved', field: 'Box', oldValue: null, newValue: 'B-17' },
    ])
    await expect
      .poll(
        async () =>
          (
            await matter.server.call(matter.ana, searchDocuments, {
              project: project(),
              body: {
                query: { queryString: 'Box:B-18', includeFamily: false, objectId: null, type: null },
                sort: 'documentId',
                viewer: 'parentsAndChildren',
                filter: 'all',
                pageSize: 25,
                page: 1,
              },
            })
          ).data.data.map(({ documentId }) => documentId),
        { timeout: 10_000 },
      )
      .toEqual([document()])
    expect(
      (await matter.server.call(matter.manager, verifyChain, { project: project() })).data,
    ).toMatchObject({ firstBroken: null })
  })

  it('[rest-post-set-custom-field] [rest-get-project-report] a value that stands in no form makes no document coded, nor reviewed in a batch', async () => {
    const form = await addForm(matter)
    const box = await made('Box', fieldTypes.shortText)
    const batches = batchesIn(matter)
    const assignmentId = await batches.made()
    const coded = async () => {
      const { records, search } = matter.server.services
      await search.settled(project())
      const find = async (filter: 'reviewed' | 'unreviewed') =>
        (
          await matter.server.call(matter.manager, searchDocuments, {
            project: project(),
            body: {
              query: { queryString: '', includeFamily: false, objectId: null, type: null },
              ...{ sort: 'documentId', viewer: 'parentsAndChildren', filter, pageSize: 25, page: 1 },
            },
          })
        ).data.data.map(({ documentId }) => documentId)
      return {
        found: await find('reviewed'),
        others: (await find('unreviewed')).length,
        overview: (await matter.server.call(matter.manager, getReport, { project: project() })).data.coded,
        home: (await countsOf(records.read, [project()])).get(project())?.coded,
        batches: (await batches.named(assignmentId)).assignmentProgress?.reviewed,
      }
    }
    const all = matter.documents.length
    await set(box.fieldId, 'B-17')
    expect(await coded()).toEqual({ found: [], others: all, overview: 0, home: 0, batches: 0 })
    await bulkIn(matter, form).save(matter.ana, document(1), 'Responsive', 'Yes')
    expect(await coded()).toEqual({ found: [document(1)], others: all - 1, overview: 1, home: 1, batches: 1 })
    // From the day on which a form shows the field its values are coding.
    const { fields } = await addForm(matter, {
      name: 'Boxes',
      sections: [
        {
          name: 'All',
          fields: [
            {
              ...{ field_name: 'Box', field_type_id: fieldTypes.shortText, choices: [] },
              ...{ is_required: false, is_read_only: false },
            },
          ],
        },
      ],
    }).then(({ sections: [section] }) => ({ fields: section?.fields ?? [] }))
    expect(fields.map(({ fieldId }) => fieldId)).toEqual([box.fieldId])
    expect(await coded()).toEqual({
      ...{ found: [document(), document(1)], others: all - 2, overview: 2, home: 2, batches: 2 },
    })
  })

  it('[rest-post-set-custom-field] holds to the rules of the field and of the forms that show it', async () => {
    const form = await addForm(matter)
    const box = await made('Box', fieldTypes.integer)
    expect((await set(box.fieldId, 'many')).status).toBe(400)
    expect((await set(box.fieldId, 3, { documentId: 987_654 })).status).toBe(404)
    expect((await set(987_654, 3)).status).toBe(404)
    // No form lets reviewers code the first, one form shows the second and does not let anybody code it.
    for (const fieldId of [box.fieldId, fieldNamed(form, 'Batch remark').fieldId]) {
      const value = fieldId === box.fieldId ? 3 : 'Seen'
      expect((await set(fieldId, value, { as: matter.ana })).error.code).toBe('permission.denied')
      expect((await set(fieldId, value)).status).toBe(200)
    }
    // What a form lets them code they may set without it, and the form sees the version.
    const responsive = fieldNamed(form, 'Responsive')
    expect((await set(responsive.fieldId, 'No', { as: matter.ana })).status).toBe(200)
    const save = await matter.server.call(matter.ben, saveCoding, {
      project: project(),
      key: 'command-form-1',
      ifMatch: ifMatchOf(new Map([[responsive.coding_form_field_id, 0]])),
      body: {
        documentId: document(),
        coding_form_id: form.coding_form_id,
        fields: [{ name: 'Responsive', value: 'Yes', coding_form_field_id: responsive.coding_form_field_id }],
        undo: { kind: 'do', group: 'group-0001', targets: [] },
        correlationId: 'gesture-0001',
      },
    })
    expect(save.status).toBe(412)
    const without = await matter.server.call(matter.ana, setCustomField, {
      project: project(),
      key: 'command-no-version',
      body: {
        documentId: document(),
        fieldId: responsive.fieldId,
        value: 'Yes',
        undo: { kind: 'do', group: 'group-0001', targets: [] },
        correlationId: 'gesture-0001',
      },
    })
    expect(without.status).toBe(428)
  })
})
