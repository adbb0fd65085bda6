import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentHistory, verifyChain } from '#contracts/audit.ts'
import { getBulk, listBulk } from '#contracts/bulk.ts'
import { settledStates } from '#contracts/jobs.ts'
import { fieldTypes } from '#contracts/project.ts'
import { listJoined } from '#contracts/propagation.ts'
import { documentAsOf } from '#contracts/reconstruct.ts'
import { batchesIn } from './batches.ts'
import { costlyDialects } from './harness.ts'
import { addDocuments, addForm, type CreatedForm, everyType, type Matter, startMatter } from './matter.ts'
import { nowhere, propagatingIn } from './propagating.ts'

const draft = {
  ...everyType,
  sections: [
    ...everyType.sections,
    {
      name: 'Privilege',
      fields: [
        {
          field_name: 'Privilege',
          field_type_id: fieldTypes.singleChoice,
          is_required: false,
          is_read_only: false,
          choices: ['Not privileged', 'Attorney-client', 'Work product'],
        },
      ],
    },
  ],
}

describe.each(costlyDialects)('propagation at save on %s', (dialect) => {
  let matter: Matter
  let form: CreatedForm
  let act: ReturnType<typeof propagatingIn>
  let [first, second, third, fourth, fifth] = [0, 0, 0, 0, 0]
  beforeEach(async () => {
    matter = await startMatter(dialect, { documents: 5, work: true })
    form = await addForm(matter, draft)
    act = propagatingIn(matter, form)
    ;[first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = matter.documents
  })
  afterEach(() => matter.close())

  const history = async (documentId: number, as = matter.manager) =>
    (await matter.server.call(as, documentHistory, { project: matter.projectId, query: { documentId } })).data
      .data
  const holds = async () => {
    const { data } = await matter.server.call(matter.manager, verifyChain, { project: matter.projectId })
    expect(data).toMatchObject({ firstBroken: null, differences: { count: 0, first: [] } })
  }
  const allow = (on: boolean) =>
    matter.server.services.records.write('interactive', (trx) =>
      trx
        .updateTable('project')
        .set({ propagation_enabled: on ? 1 : 0 })
        .where('project_id', '=', matter.projectId)
        .execute(),
    )

  /** As the table of the domain has it: 2 is attached to 1, 3 answers it. */
  const related = async () => {
    await act.family([first, second])
    await act.analysed(first, { thread: first })
    await act.analysed(second, { thread: first, isMessage: false })
    await act.analysed(third, { thread: first })
  }

  it.each([
    ['Skip', { Skip: true }, []],
    ['family', { family: true }, [1]],
    ['emailThread', { emailThread: true }, [2]],
    ['family and emailThread', { family: true, emailThread: true }, [1, 2]],
    ['nothing chosen', {}, []],
  ] as const)('[open-coding-propagation] [entity-coding-form-state] goes with %s', async (_, to, reached) => {
    await related()
    await act.save(first, { Responsive: 'Yes' }, { to })
    const values = await act.coded(matter.documents, 'Responsive')
    expect(values).toEqual(
      matter.documents.map((__, at) => (at === 0 || reached.some((one) => one === at) ? 'Yes' : null)),
    )
    await holds()
  })

  it('[open-coding-propagation] goes to near-duplicates, and names in each row where it came from', async () => {
    await act.analysed(first, { alike: first })
    await act.analysed(fourth, { alike: first })
    const { key, propagated } = await act.save(
      first,
      { Summary: 'A draft' },
      { to: { nearDuplicates: true } },
    )
    expect(propagated).toMatchObject({ documents: 1, left: 0, inJobs: 0 })
    const [row] = await history(fourth)
    expect(row).toMatchObject({
      ...{ action: 'coding.saved', field: 'Summary', oldValue: null, newValue: 'A draft' },
      ...{ how: 'propagation', commandId: key, userName: 'Ana Lima' },
      propagatedFrom: { documentId: first, controlNumber: 'NWI00000001' },
    })
    expect((await history(first)).find((one) => one.field === 'Summary')).toMatchObject({
      how: 'manual',
      propagatedTo: ['nearDuplicates'],
    })
    await holds()
  })

  it('[open-coding-propagation] goes one hop: what was propagated propagates nothing', async () => {
    await act.family([first, second])
    await act.analysed(second, { alike: second })
    await act.analysed(third, { alike: second })
    await act.save(first, { Responsive: 'Yes' }, { to: { family: true, nearDuplicates: true } })
    expect(await act.coded([second, third], 'Responsive')).toEqual(['Yes', null])
  })

  it('[open-coding-propagation] is off where the project does not propagate: nothing is saved, and it is said', async () => {
    await related()
    await allow(false)
    const answer = await act.send(first, { Responsive: 'Yes' }, { to: { family: true } })
    expect(answer.status).toBe(409)
    expect(answer.error.message).toContain('Propagation is switched off')
    expect((await act.preview(first, { Responsive: 'Yes' }, ['family'])).status).toBe(409)
    expect(await act.coded([first, second], 'Responsive')).toEqual([null, null])
    // This document only needs no leave.
    await act.save(first, { Responsive: 'Yes' }, { to: { Skip: true } })
    await allow(true)
    await act.save(first, { Responsive: 'No' }, { to: { family: true } })
    expect(await act.coded([second], 'Responsive')).toEqual(['No'])
  })

  it('[entity-coding-form-state] refuses Skip together with another option, and fields that are not saved', async () => {
    const both = await act.send(first, { Responsive: 'Yes' }, { to: { Skip: true, family: true } })
    expect(both).toMatchObject({ status: 400, error: { message: expect.stringContaining('Skip') } })
    const odd = await act.send(first, { Responsive: 'Yes' }, { to: { family: true }, goes: ['Hot'] })
    expect(odd.status).toBe(400)
    const long = await act.send(first, { Notes: 'About this one' }, { to: { family: true } })
    expect(long).toMatchObject({ status: 400, error: { message: expect.stringContaining('not propagated') } })
    expect(await act.coded([first], 'Notes')).toEqual([null])
    expect(Object.values(nowhere)).toEqual([false, false, false, false])
  })

  it('goes field by field', async () => {
    await related()
    await act.save(first, { Responsive: 'Yes', Hot: true }, { to: { family: true }, goes: ['Responsive'] })
    expect(await act.coded([second], 'Responsive')).toEqual(['Yes'])
    expect(await act.coded([second], 'Hot')).toEqual([null])
  })

  it('adds and removes only the choices that were added and removed', async () => {
    await act.family([first, second, third])
    await act.save(first, { Issues: ['Patent'] }, { to: { family: true } })
    await act.save(third, { Issues: ['Patent', 'Trade secret'] })
    await act.save(first, { Issues: ['Patent', 'Pricing'] }, { to: { family: true } })
    expect(await act.coded([second, third], 'Issues')).toEqual([
      ['Patent', 'Pricing'],
      ['Patent', 'Pricing', 'Trade secret'],
    ])
    // The third was coded by hand: what is added leaves its choices, what is removed would not.
    const { propagated } = await act.save(first, { Issues: ['Pricing'] }, { to: { family: true } })
    expect(propagated).toMatchObject({ documents: 1, left: 1 })
    expect(await act.coded([second, third], 'Issues')).toEqual([
      ['Pricing'],
      ['Patent', 'Pricing', 'Trade secret'],
    ])
    await holds()
  })

  it('leaves what somebody coded directly, what is in another’s batch, and privilege', async () => {
    await act.family([first, second, third, fourth, fifth])
    const batches = batchesIn(matter)
    const assignmentId = await batches.made({ documents: { ids: [fourth] }, batchSize: 1 })
    expect((await batches.take(matter.ben, assignmentId)).status).toBe(200)
    // The third has its privilege from another document, and keeps it.
    await act.save(first, { Privilege: 'Attorney-client' }, { to: { family: true }, as: matter.senior })
    await act.save(second, { Responsive: 'No' }, { as: matter.ben })
    const wanted = { Responsive: 'Yes', Privilege: 'Not privileged' }
    const { data } = await act.preview(first, wanted, ['family'])
    expect(data).toMatchObject({ documents: 4, reached: 2, leftDocuments: 4, byJob: false, mixedFamilies: 0 })
    const outcomes = data.rows.map((row) => [row.documentId, row.name, row.outcome])
    expect(outcomes).toEqual(
      expect.arrayContaining([
        [second, 'Responsive', 'direct'],
        [second, 'Privilege', 'privilege'],
        [third, 'Responsive', 'written'],
        [third, 'Privilege', 'privilege'],
        [fourth, 'Responsive', 'held'],
        [fifth, 'Responsive', 'written'],
      ]),
    )
    expect(data.rows.find((row) => row.outcome === 'direct')).toMatchObject({
      by: 'Ben Novak',
      before: 'No',
      after: 'Yes',
    })
    const { propagated } = await act.save(first, wanted, { to: { family: true } })
    expect(propagated).toMatchObject({ documents: data.reached, left: 6 })
    expect(await act.coded(matter.documents, 'Responsive')).toEqual(['Yes', 'No', 'Yes', null, 'Yes'])
    expect((await act.coded([second, third], 'Privilege')).every((one) => one === 'Attorney-client')).toBe(
      true,
    )
    await holds()
  })

  it('counts the families that would become mixed', async () => {
    await act.family([second, third])
    await act.analysed(first, { alike: first })
    await act.analysed(second, { alike: first })
    const { data } = await act.preview(first, { Responsive: 'Yes' }, ['nearDuplicates'])
    expect(data).toMatchObject({ documents: 1, reached: 1, mixedFamilies: 1 })
  })

  it('tells reviewers nothing of family members that are not in review, and managers that they are left', async () => {
    await act.family([first, second, third])
    await matter.server.services.records.write('interactive', (trx) =>
      trx.updateTable('document').set({ state: 'Filtered Out' }).where('document_id', '=', third).execute(),
    )
    const asReviewer = (await act.preview(first, { Responsive: 'Yes' }, ['family'])).data
    expect(asReviewer).toMatchObject({ documents: 1, reached: 1 })
    expect(asReviewer.left.notInReview).toBe(0)
    const asManager = (await act.preview(first, { Responsive: 'Yes' }, ['family'], matter.manager)).data
    expect(asManager.left.notInReview).toBe(1)
    await act.save(first, { Responsive: 'Yes' }, { to: { family: true } })
    expect(await act.coded([second], 'Responsive')).toEqual(['Yes'])
  })

  it('previews nothing but what a save then does, and changes nothing itself', async () => {
    await related()
    const { data } = await act.preview(first, { Responsive: 'Yes' }, ['family', 'emailThread'])
    expect(await act.coded(matter.documents, 'Responsive')).toEqual([null, null, null, null, null])
    expect(data.rows.map((row) => [row.documentId, row.outcome, row.through])).toEqual([
      [second, 'written', ['family']],
      [third, 'written', ['emailThread']],
    ])
    await act.save(first, { Responsive: 'Yes' }, { to: { family: true, emailThread: true } })
    const again = (await act.preview(first, { Responsive: 'Yes' }, ['family', 'emailThread'])).data
    expect(again).toMatchObject({ reached: 0, alreadySo: 2 })
  })

  it('is taken back with the save and put forth again, and leaves what was changed since', async () => {
    await act.family([first, second, third])
    const { key } = await act.save(first, { Responsive: 'Yes' }, { to: { family: true } })
    await act.save(third, { Responsive: 'No' }, { as: matter.ben })
    const undone = await act.save(first, { Responsive: null }, { undoes: [key] })
    expect(undone.propagated).toMatchObject({ documents: 1, left: 1 })
    expect(await act.coded([first, second, third], 'Responsive')).toEqual([null, null, 'No'])
    const [row] = await history(second)
    expect(row).toMatchObject({
      how: 'undo',
      undo: { kind: 'undo', targets: [key] },
      propagatedFrom: { documentId: first },
    })
    const redone = await act.save(first, { Responsive: 'Yes' }, { redoes: [key] })
    expect(redone.propagated).toMatchObject({ documents: 1, left: 1 })
    expect(await act.coded([first, second, third], 'Responsive')).toEqual(['Yes', 'Yes', 'No'])
    // Once more, now naming the redo.
    await act.save(first, { Responsive: null }, { undoes: [redone.key] })
    expect(await act.coded([first, second, third], 'Responsive')).toEqual([null, null, 'No'])
    await holds()
  })

  it('puts back what another document had propagated before, and that can still be taken back', async () => {
    await act.family([first, second, third])
    const one = await act.save(first, { Responsive: 'Yes' }, { to: { family: true } })
    await act.save(second, { Hot: true })
    const other = await act.save(third, { Responsive: 'No' }, { to: { family: true } })
    // The first was coded by hand and stays.
    expect(await act.coded([first, second, third], 'Responsive')).toEqual(['Yes', 'No', 'No'])
    await act.save(third, { Responsive: 'Yes' }, { undoes: [other.key] })
    expect(await act.coded([second], 'Responsive')).toEqual(['Yes'])
    await act.save(first, { Responsive: null }, { undoes: [one.key] })
    expect(await act.coded([second], 'Responsive')).toEqual([null])
    await holds()
  })

  it('follows where one of several changes of the save is taken back and put forth again', async () => {
    await act.family([first, second, third, fourth])
    await act.save(second, { Issues: ['Trade secret'] }, { as: matter.ben })
    const issues = () => act.coded([first, second, third, fourth], 'Issues')
    // Two clicks, one save.
    const { key } = await act.save(first, { Issues: ['Patent', 'Pricing'] }, { to: { family: true } })
    await act.save(fourth, { Issues: ['Trade secret'] }, { as: matter.ben })
    // One of them back.
    const part = await act.save(first, { Issues: ['Patent'] }, { undoes: [key] })
    expect(part.propagated).toMatchObject({ documents: 2, left: 1 })
    expect(await issues()).toEqual([['Patent'], ['Patent', 'Trade secret'], ['Patent'], ['Trade secret']])
    expect((await history(third))[0]).toMatchObject({
      how: 'propagation',
      propagatedFrom: { documentId: first },
    })
    // On another machine that is a change of its own, which is taken back by itself; then part of the save again.
    await act.save(first, { Issues: ['Patent', 'Pricing'] }, { undoes: [part.key] })
    expect((await issues())[2]).toEqual(['Patent', 'Pricing'])
    await act.save(first, { Issues: ['Patent'] }, { undoes: [key] })
    // The other one: the whole save is back.
    await act.save(first, { Issues: null }, { undoes: [key] })
    expect(await issues()).toEqual([null, ['Trade secret'], null, ['Trade secret']])
    await act.save(first, { Issues: ['Patent'] }, { redoes: [key] })
    expect((await issues())[2]).toEqual(['Patent'])
    await act.save(first, { Issues: ['Patent', 'Pricing'] }, { redoes: [key] })
    expect(await issues()).toEqual([
      ['Patent', 'Pricing'],
      ['Patent', 'Pricing', 'Trade secret'],
      ['Patent', 'Pricing'],
      ['Trade secret'],
    ])
    await holds()
  })

  it('is taken back also where somebody has checked the document out since, and is not put forth again there', async () => {
    await act.family([first, second, third])
    const { key } = await act.save(first, { Responsive: 'Yes' }, { to: { family: true } })
    const batches = batchesIn(matter)
    const assignmentId = await batches.made({ documents: { ids: [second] }, batchSize: 1 })
    expect((await batches.take(matter.ben, assignmentId)).status).toBe(200)
    const undone = await act.save(first, { Responsive: null }, { undoes: [key] })
    expect(undone.propagated).toMatchObject({ documents: 2, left: 0 })
    const redone = await act.save(first, { Responsive: 'Yes' }, { redoes: [key] })
    expect(redone.propagated).toMatchObject({ documents: 1, left: 1 })
    expect(await act.coded([first, second, third], 'Responsive')).toEqual(['Yes', null, 'Yes'])
    await holds()
  })

  it('is saved once, however often it is sent', async () => {
    await related()
    const once = await act.send(first, { Responsive: 'Yes' }, { to: { family: true }, key: 'save-again' })
    const again = await act.send(first, { Responsive: 'Yes' }, { to: { family: true }, key: 'save-again' })
    expect(again.data).toEqual(once.data)
    expect((await history(second)).filter((row) => row.field === 'Responsive')).toHaveLength(1)
  })

  it('shows as propagated when one looks back', async () => {
    await related()
    await act.save(first, { Responsive: 'Yes' }, { to: { family: true } })
    const then = await matter.server.call(matter.manager, documentAsOf, {
      project: matter.projectId,
      query: { documentId: second, at: new Date(Date.now() + 60_000).toISOString() },
    })
    expect(JSON.stringify(then.data)).toContain('"propagation"')
  })

  it('goes by a job to more documents than a save may change, and is undone as one', async () => {
    const more = await addDocuments(matter.server, matter.projectId, matter.manager.userId, 203, {
      control: 100,
      at: new Date(Date.UTC(2026, 0, 6)),
    })
    await act.family([first, ...more])
    const [direct = 0] = more
    await act.save(direct, { Responsive: 'No' }, { as: matter.ben })
    const preview = (await act.preview(first, { Responsive: 'Yes' }, ['family'])).data
    expect(preview).toMatchObject({ documents: 203, reached: 202, leftDocuments: 1, byJob: true })
    const { key, propagated } = await act.save(first, { Responsive: 'Yes' }, { to: { family: true } })
    expect(propagated).toMatchObject({ documents: 0, inJobs: 203 })
    const receipts = async () =>
      (await matter.server.call(matter.manager, listBulk, { project: matter.projectId, query: {} })).data.data
    const settled = async (nth: number) => {
      await expect
        .poll(
          async () =>
            settledStates.includes((await receipts())[0]?.state ?? 'Queued') &&
            (await receipts()).length === nth,
          {
            interval: 20,
            timeout: 20_000,
          },
        )
        .toBe(true)
      return (await receipts())[0]
    }
    expect(await settled(1)).toMatchObject({
      title: 'Propagate: Set Responsive to Yes',
      writtenDocuments: 202,
      left: { direct: 1 },
    })
    expect(await act.coded([more[1] ?? 0, more[202] ?? 0, direct], 'Responsive')).toEqual([
      'Yes',
      'Yes',
      'No',
    ])
    expect((await history(more[5] ?? 0))[0]).toMatchObject({
      how: 'propagation',
      commandId: key,
      propagatedFrom: { documentId: first },
    })
    await act.save(more[1] ?? 0, { Responsive: 'Needs further review' })
    const undone = await act.save(first, { Responsive: null }, { undoes: [key] })
    expect(undone.propagated?.inJobs).toBe(202)
    const receipt = await settled(2)
    expect(receipt).toMatchObject({ kind: 'undo', writtenDocuments: 201, left: { changed: 1 } })
    const { data } = await matter.server.call(matter.manager, getBulk, {
      project: matter.projectId,
      query: { jobId: receipt?.jobId ?? 0 },
    })
    expect(data.chain).toHaveLength(2)
    expect(await act.coded([more[1] ?? 0, more[2] ?? 0, direct], 'Responsive')).toEqual([
      'Needs further review',
      null,
      'No',
    ])
    // A redo leaves what somebody has checked out meanwhile.
    const batches = batchesIn(matter)
    const assignmentId = await batches.made({ documents: { ids: [more[2] ?? 0] }, batchSize: 1 })
    expect((await batches.take(matter.ben, assignmentId)).status).toBe(200)
    await act.save(first, { Responsive: 'Yes' }, { redoes: [key] })
    expect(await settled(3)).toMatchObject({ kind: 'redo', writtenDocuments: 200, left: { held: 1 } })
    expect(await act.coded([more[2] ?? 0, more[3] ?? 0], 'Responsive')).toEqual([null, 'Yes'])
    await holds()
  })

  it('lists what has joined the family since, and changes none of it', async () => {
    await act.family([first, second])
    await act.save(first, { Responsive: 'Yes' }, { to: { family: true } })
    const joined = async () =>
      (
        await matter.server.call(matter.ana, listJoined, {
          project: matter.projectId,
          query: { documentId: first },
        })
      ).data.data
    expect(await joined()).toEqual([])
    const [late = 0] = await addDocuments(matter.server, matter.projectId, matter.manager.userId, 1, {
      control: 200,
      at: new Date(Date.now() + 60_000),
    })
    await act.family([first, late])
    expect(await joined()).toEqual([
      { documentId: late, controlNumber: 'NWI00000200', fields: ['Responsive'] },
    ])
    expect(await act.coded([late], 'Responsive')).toEqual([null])
    await act.save(late, { Responsive: 'Yes' })
    expect(await joined()).toEqual([])
  })
})
