/** Filters that are saved under a name for all of a project. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createField, deleteField } from '#contracts/fields.ts'
import type { ChosenDocuments } from '#contracts/filter.ts'
import { fieldTypes } from '#contracts/project.ts'
import {
  checkFilterName,
  deleteTemplate,
  listTemplates,
  saveTemplate,
  templateLimits,
} from '#contracts/templates.ts'
import { costlyDialects, type TestUser } from './harness.ts'
import { type Matter, startMatter } from './matter.ts'
import { trail } from './people.ts'

const states = (...values: string[]) => ({ values, includeNull: false, includeSelections: true })
const waiting: ChosenDocuments = {
  query: 'larkspur AND price',
  filter: { documentStates: states('Processed'), hiddenFileInfo: true },
  narrowed: { File_Extension: ['eml', 'txt'] },
}
const promoted: ChosenDocuments = { query: '', filter: { documentStates: states('Promoted') }, narrowed: {} }

describe.each(costlyDialects)('templates on %s', (dialect) => {
  let matter: Matter
  let lead: TestUser
  let other: TestUser
  beforeEach(async () => {
    matter = await startMatter(dialect)
    const { server, companyId, projectId } = matter
    lead = await server.user({ role: 'ProjectManager', companyId, name: 'Pat Moss' })
    await server.member(projectId, lead.userId, 'ProjectManager')
    other = await server.user({ role: 'ReviewManager', companyId, name: 'Ida Roth' })
    await server.member(projectId, other.userId, 'ReviewManager')
  })
  afterEach(() => matter.close())

  interface Asked {
    readonly as?: TestUser
    readonly choice?: ChosenDocuments
    readonly over?: { readonly templateId: number; readonly version: number }
    readonly key?: string
    readonly project?: number
  }
  const save = (name: string, { as, choice = waiting, over, key, project }: Asked = {}) =>
    matter.server.call(as ?? matter.manager, saveTemplate, {
      project: project ?? matter.projectId,
      body: { kind: 'filter', name, choice, over: over ?? null },
      ...(key === undefined ? {} : { key }),
    })
  const list = async (as = matter.manager, project = matter.projectId) =>
    (await matter.server.call(as, listTemplates, { project, query: { kind: 'filter' } })).data.data
  const remove = (templateId: number, as = matter.manager, key?: string) =>
    matter.server.call(as, deleteTemplate, {
      project: matter.projectId,
      query: { templateId },
      ...(key === undefined ? {} : { key }),
    })
  const check = async (name: string, as = matter.manager) =>
    (await matter.server.call(as, checkFilterName, { project: matter.projectId, body: { name } })).data
  /** What the record says of templates, in order. */
  const told = async () =>
    (await trail(matter.server, `project:${matter.projectId}`))
      .filter(({ action }) => action.startsWith('template.'))
      .map(({ text }): Record<string, unknown> => JSON.parse(text))

  it('[entity-template] [rest-post-project-template] keeps a filter for all who may filter, as it was saved, with who saved it and when', async () => {
    const { data } = await save('  Waiting letters ')
    expect(data).toEqual({ templateId: expect.any(Number), version: 1 })
    await save('Promoted', { as: other, choice: promoted })
    expect(await list(other)).toEqual([
      {
        templateId: expect.any(Number),
        kind: 'filter',
        name: 'Promoted',
        version: 1,
        madeBy: 'Ida Roth',
        savedBy: 'Ida Roth',
        savedAt: expect.stringMatching(/^20/),
        mayChange: true,
        choice: promoted,
        lost: [],
        fault: null,
      },
      expect.objectContaining({
        name: 'Waiting letters',
        madeBy: 'Maria Alvarez',
        mayChange: false,
        choice: waiting,
      }),
    ])
    expect((await list(lead)).map(({ mayChange }) => mayChange)).toEqual([true, true])
    const seen = await matter.server.call(matter.senior, listTemplates, {
      project: matter.projectId,
      query: { kind: 'filter' },
    })
    expect(seen.status).toBe(403)
    expect((await save('Reviewer', { as: matter.ana })).status).toBe(403)
  })

  it('[rest-any-project-filter-tmpl-name] says whether a name is free, case aside, and who has it', async () => {
    expect(await check('Waiting')).toEqual({ available: true, takenBy: null })
    const { templateId } = (await save('Waiting')).data
    expect(await check(' WAITING ', other)).toEqual({
      available: false,
      takenBy: {
        templateId,
        name: 'Waiting',
        version: 1,
        madeBy: 'Maria Alvarez',
        savedBy: 'Maria Alvarez',
        savedAt: expect.any(String),
        mayChange: false,
      },
    })
    const elsewhere = await matter.server.project(matter.companyId)
    await matter.server.member(elsewhere, other.userId, 'ReviewManager')
    await save('Elsewhere', { as: other, project: elsewhere })
    expect((await check('Elsewhere')).available).toBe(true)
    expect((await list()).map(({ name }) => name)).toEqual(['Waiting'])
    // However its letters are composed.
    await save('Caf\u00e9')
    expect((await check('cafe\u0301')).available).toBe(false)
    await remove(templateId)
    expect((await check('waiting')).available).toBe(true)
  })

  it('[rest-post-project-template] of many who save one name at once one does, and the others are told that it is taken', async () => {
    const people = [matter.manager, other, lead, matter.manager, other]
    const saved = await Promise.all(people.map((as, n) => save(n % 2 === 0 ? 'Same' : 'sAME', { as })))
    expect(saved.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await list()).toHaveLength(1)
    const refused = saved.find(({ status }) => status === 409)
    expect(refused?.error.message).toMatch(/has saved a filter as .*Choose another name\.$/)
    expect(await told()).toHaveLength(1)
  })

  it('[rest-post-project-template] is saved over by who made it and by who manages the project, as they saw it; what it was stays on the record', async () => {
    const { templateId } = (await save('Waiting')).data
    const over = { templateId, version: 1 }
    const denied = await save('Waiting', { as: other, over, choice: promoted })
    expect([denied.status, denied.error.message]).toEqual([
      403,
      'Maria Alvarez made Waiting: only Maria Alvarez and project managers change it.',
    ])
    expect((await save('Waiting', { as: lead, over, choice: promoted })).data).toEqual({
      templateId,
      version: 2,
    })
    const stale = await save('Waiting', { over })
    expect([stale.status, stale.error.message]).toEqual([
      409,
      'Pat Moss has saved Waiting since you looked at it. Look at it again before you save over it.',
    ])
    expect(await list()).toMatchObject([
      {
        name: 'Waiting',
        version: 2,
        madeBy: 'Maria Alvarez',
        savedBy: 'Pat Moss',
        choice: promoted,
        mayChange: true,
      },
    ])
    await save('Taken')
    expect((await save('taken', { over: { templateId, version: 2 } })).status).toBe(409)
    expect((await save('WAITING', { over: { templateId, version: 2 } })).data.version).toBe(3)
    expect(
      (await told()).map(({ action, facts, oldValue, newValue }) => [action, facts, oldValue, newValue]),
    ).toEqual([
      [
        'template.saved',
        { templateId, kind: 'filter', name: 'Waiting' },
        undefined,
        { name: 'Waiting', choice: waiting },
      ],
      [
        'template.changed',
        { templateId, kind: 'filter', name: 'Waiting' },
        { name: 'Waiting', choice: waiting },
        { name: 'Waiting', choice: promoted },
      ],
      expect.arrayContaining(['template.saved']),
      expect.arrayContaining(['template.changed', { name: 'WAITING', choice: waiting }]),
    ])
  })

  it('[rest-delete-project-template] is deleted by who made it and by who manages the project, once', async () => {
    const { templateId } = (await save('Waiting')).data
    expect((await remove(templateId, other)).status).toBe(403)
    expect((await remove(templateId, lead, 'command-0001')).status).toBe(204)
    // The answer was lost: the same command again is answered the same.
    expect((await remove(templateId, lead, 'command-0001')).status).toBe(204)
    expect((await remove(templateId, lead)).status).toBe(404)
    expect((await save('Again', { over: { templateId, version: 1 } })).status).toBe(404)
    expect(await list()).toEqual([])
    expect((await told()).at(-1)).toMatchObject({
      action: 'template.deleted',
      user: { name: 'Pat Moss' },
      facts: { templateId, name: 'Waiting' },
      oldValue: { name: 'Waiting', choice: waiting },
    })
    expect(await told()).toHaveLength(2)
  })

  it('[entity-filter-base] a filter is kept with what it is shown by, and with whether duplicates are meant', async () => {
    const filter = { groupBy: 'Custodian', pivotOn: 'Record_Type', isDuplicate: true }
    expect((await save('Copies', { choice: { query: '', filter, narrowed: {} } })).status).toBe(200)
    expect((await list()).find(({ name }) => name === 'Copies')?.choice.filter).toEqual(filter)
    const foreign = { query: '', filter: { ...filter, pivotOn: 'Nowhere' }, narrowed: {} }
    expect((await save('Foreign', { choice: foreign })).status).toBe(400)
  })

  it('[rest-post-project-template] a save that is sent again by its key is done once', async () => {
    const first = (await save('Waiting', { key: 'command-0002' })).data
    expect((await save('Waiting', { key: 'command-0002' })).data).toEqual(first)
    expect(await told()).toHaveLength(1)
  })

  it('[entity-template] a filter whose fields are lost says which, and what is typed in it why it cannot be read; nothing is left out of it', async () => {
    const { server, projectId, manager } = matter
    const { data: box } = await server.call(manager, createField, {
      project: projectId,
      body: { name: 'Box number', field_type_id: fieldTypes.shortText, choices: [] },
    })
    const boxed: ChosenDocuments = {
      query: '',
      filter: { documentStates: states('Processed'), groupBy: 'Box_number' },
      narrowed: { Box_number: ['7'] },
    }
    const typed: ChosenDocuments = { query: 'Box_number: 7', filter: {}, narrowed: {} }
    await save('Boxed', { choice: boxed })
    await save('Typed', { choice: typed })
    expect((await list()).map(({ lost, fault }) => [lost, fault])).toEqual([
      [[], null],
      [[], null],
    ])
    await server.call(manager, deleteField, { project: projectId, params: { fieldId: box.fieldId } })
    expect(await list()).toMatchObject([
      { name: 'Boxed', choice: boxed, lost: ['Box_number'], fault: null },
      {
        name: 'Typed',
        choice: typed,
        lost: [],
        fault: expect.stringContaining('There is no field “Box_number”.'),
      },
    ])
    const [boxedAgain, typedAgain] = [await save('B', { choice: boxed }), await save('T', { choice: typed })]
    expect([boxedAgain.status, boxedAgain.error.message]).toEqual([
      400,
      'Documents of this project have no field Box_number.',
    ])
    expect([typedAgain.status, typedAgain.error.code]).toEqual([400, 'query.invalid'])
  })

  it('[rest-post-project-template] refuses what cannot be asked or kept, and says why', async () => {
    const choices: readonly (readonly [ChosenDocuments, string])[] = [
      [{ ...promoted, query: 'price AND (' }, 'query.invalid'],
      [
        { ...promoted, filter: { parentDate: { operator: 'On', start: '31/31/2001', end: null } } },
        'request.invalid',
      ],
      [{ ...promoted, narrowed: { Subject: ['x'.repeat(templateLimits.length)] } }, 'request.invalid'],
    ]
    for (const [choice, code] of choices) {
      const { status, error } = await save('No', { choice })
      expect([status, error.code]).toEqual([400, code])
    }
    expect((await save('   ')).status).toBe(400)
    expect((await save('n'.repeat(templateLimits.nameLength + 1))).status).toBe(400)
    expect(await list()).toEqual([])
  })

  it('[entity-template] a project has so many; one that is saved over is none more', async () => {
    const { templateId } = (await save('First')).data
    await matter.server.services.records.write('interactive', async (trx) => {
      const row = await trx
        .selectFrom('template')
        .selectAll()
        .where('template_id', '=', templateId)
        .executeTakeFirstOrThrow()
      const { template_id: _, ...rest } = row
      await trx
        .insertInto('template')
        .values(
          Array.from({ length: templateLimits.templates - 1 }, (_none, n) => ({
            ...rest,
            name: `More ${n}`,
            name_key: `more ${n}`,
          })),
        )
        .execute()
    })
    const refused = await save('One too many')
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'This project has 200 saved filters. Delete one that nobody needs first.',
    ])
    expect((await save('First', { over: { templateId, version: 1 } })).status).toBe(200)
    expect(await list()).toHaveLength(templateLimits.templates)
  })
})
