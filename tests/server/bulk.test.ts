import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentHistory, verifyChain } from '#contracts/audit.ts'
import { bulkStanding, controlBulk, listBulk } from '#contracts/bulk.ts'
import type { CodedValue } from '#contracts/coding.ts'
import { searchDocuments } from '#contracts/documents.ts'
import { putForm } from '#contracts/form-drafts.ts'
import type { JobKind } from '#server/platform/jobs/jobs.ts'
import { runs, property as test } from '#tests/runs.ts'
import { bulkIn } from './bulk-changes.ts'
import { costlyDialects } from './harness.ts'
import { addDocuments, addForm, type CreatedForm, fieldNamed, type Matter, startMatter } from './matter.ts'

const nothing = { gone: 0, changed: 0, readOnly: 0, refused: 0, direct: 0, held: 0, privilege: 0 }

describe.each(costlyDialects)('bulk coding on %s', (dialect) => {
  let matter: Matter
  let form: CreatedForm
  let bulk: ReturnType<typeof bulkIn>
  const start = async (documents: number) => {
    matter = await startMatter(dialect, { documents })
    form = await addForm(matter)
    bulk = bulkIn(matter, form)
  }
  beforeEach(() => start(5))
  afterEach(() => matter.close())

  const ids = () => ({ ids: [...matter.documents] })
  const document = (n: number) => matter.documents[n] ?? 0
  const yes = [['Responsive', 'set', 'Yes']] as const
  const responsive = async () =>
    Promise.all(matter.documents.map(async (id) => (await bulk.coded(id)).Responsive ?? null))
  const history = async (documentId: number) =>
    (
      await matter.server.call(matter.manager, documentHistory, {
        project: matter.projectId,
        query: { documentId },
      })
    ).data.data

  it('[job-action-bulk-tagging] [rest-any-project-bulkfield] codes many documents, with a receipt and a row of the trail for each', async () => {
    await bulk.save(matter.ana, document(1), 'Responsive', 'Yes')
    await bulk.save(matter.ben, document(2), 'Responsive', 'No')
    const receipt = await bulk.coding(ids(), yes, { key: 'command-bulk-1' })
    expect(receipt).toMatchObject({
      kind: 'do',
      what: 'coding',
      title: 'Set Responsive to Yes',
      by: 'Sam Okafor',
      state: 'Completed',
      documents: 5,
      done: 5,
      writtenDocuments: 4,
      written: 4,
      alreadySo: 1,
      left: nothing,
    })
    expect(await responsive()).toEqual(['Yes', 'Yes', 'Yes', 'Yes', 'Yes'])
    expect((await history(document(2)))[0]).toMatchObject({
      action: 'coding.saved',
      userName: 'Sam Okafor',
      field: 'Responsive',
      oldValue: 'No',
      newValue: 'Yes',
      how: 'bulk',
      commandId: 'command-bulk-1',
      jobId: receipt.jobId,
      undo: { kind: 'do', group: 'command-bulk-1', targets: [] },
    })
    const written = await bulk.rows(receipt.jobId, 'written')
    expect(written.map((row) => [row.controlNumber, row.name, row.before, row.after])).toEqual([
      ['NWI00000001', 'Responsive', 'not coded', 'Yes'],
      ['NWI00000003', 'Responsive', 'No', 'Yes'],
      ['NWI00000004', 'Responsive', 'not coded', 'Yes'],
      ['NWI00000005', 'Responsive', 'not coded', 'Yes'],
    ])
    const verified = await matter.server.call(matter.manager, verifyChain, { project: matter.projectId })
    expect(verified.data.firstBroken).toBeNull()
  })

  it('adds and removes choices of several, and leaves each document its others', async () => {
    await bulk.save(matter.ana, document(0), 'Issues', ['Pricing'])
    await bulk.save(matter.ana, document(1), 'Issues', ['Patent', 'Trade secret'])
    await bulk.coding(ids(), [['Issues', 'add', ['Patent']]])
    expect((await bulk.coded(document(0))).Issues).toEqual(['Patent', 'Pricing'])
    expect((await bulk.coded(document(1))).Issues).toEqual(['Patent', 'Trade secret'])
    const removed = await bulk.coding(ids(), [['Issues', 'remove', ['Patent', 'Pricing']]])
    expect(removed.title).toBe('Remove Patent; Pricing from Issues')
    expect((await bulk.coded(document(0))).Issues).toBeNull()
    expect((await bulk.coded(document(1))).Issues).toEqual(['Trade secret'])
  })

  it('sets several fields at once, and clears', async () => {
    const set = await bulk.coding(ids(), [...yes, ['Pages', 'set', 3], ['Notes', 'set', 'Seen by Bob.']])
    expect(set).toMatchObject({
      title: 'Set Responsive to Yes; Set Pages to 3; Set Notes',
      writtenDocuments: 5,
      written: 15,
    })
    await bulk.coding(ids(), [['Notes', 'set', null]])
    expect(await bulk.coded(document(4))).toEqual({ Responsive: 'Yes', Pages: 3, Notes: null })
    // What was typed stands beside the trail's text, from where the law can have it taken.
    const texts = await matter.server.services.records.read.selectFrom('audit').select('text').execute()
    expect(texts.filter(({ text }) => text.includes('Bob'))).toEqual([])
  })

  it('takes a whole result, without what is left out of it', async () => {
    await matter.server.services.search.settled(matter.projectId)
    const { data } = await matter.server.call(matter.senior, searchDocuments, {
      project: matter.projectId,
      body: {
        query: { queryString: '', includeFamily: false, objectId: null, type: null },
        sort: 'documentId',
        viewer: 'parentsAndChildren',
        filter: 'all',
        pageSize: 25,
        page: 1,
      },
    })
    const { snapshotId } = data
    const receipt = await bulk.coding({ snapshotId, except: [document(0)] }, yes)
    expect(receipt).toMatchObject({ documents: data.totalCount - 1, written: data.totalCount - 1 })
    expect((await bulk.coded(document(0))).Responsive).toBeUndefined()
    const gone = await bulk.code({ snapshotId: 'dropped-long-ago', except: [] }, yes)
    expect([gone.status, gone.error.message]).toEqual([
      404,
      'This result is not held any more. Search again.',
    ])
    // Nobody else's result either.
    expect((await bulk.code({ snapshotId, except: [] }, yes, { as: matter.manager })).status).toBe(404)
  })

  it('takes the families of documents where that is asked for', async () => {
    await matter.server.services.records.write('interactive', async (trx) => {
      await trx
        .updateTable('document')
        .set({ family_id: document(1) })
        .where('document_id', 'in', [document(1), document(2)])
        .execute()
      await trx
        .updateTable('document')
        .set({ family_id: document(0) })
        .where('document_id', 'in', [document(0), document(3), document(4)])
        .execute()
    })
    const receipt = await bulk.coding({ ids: [document(2)] }, yes, { families: true })
    expect(receipt).toMatchObject({ documents: 2, done: 2, writtenDocuments: 2 })
    expect(await responsive()).toEqual([null, 'Yes', 'Yes', null, null])
  })

  it('is done once, however often it is sent', async () => {
    const once = await bulk.code(ids(), yes, { key: 'command-again' })
    const again = await bulk.code(ids(), yes, { key: 'command-again' })
    expect(again.data).toEqual(once.data)
    await bulk.settled(once.data.jobId)
    expect((await bulk.code(ids(), yes, { key: 'command-again' })).data).toEqual(once.data)
    expect(await history(document(0))).toHaveLength(1)
  })

  it('refuses at once what cannot be coded', async () => {
    const status = async (...changes: Parameters<typeof bulk.code>[1]) => {
      const answer = await bulk.code(ids(), changes)
      return [answer.status, answer.error.detail]
    }
    expect(await status(['Responsive', 'set', 'Maybe'])).toEqual([400, 'Responsive'])
    expect(await status(['Responsive', 'add', 'Yes'])).toEqual([400, 'Responsive'])
    expect(await status(['Issues', 'add', null])).toEqual([400, 'Issues'])
    expect(await status(['Batch remark', 'set', 'x'])).toEqual([403, 'Batch remark'])
    expect(await status(['Pages', 'set', 1], ['Pages', 'set', 2])).toEqual([400, 'Pages'])
    expect((await bulk.code({ ids: [] }, yes)).status).toBe(400)
  })

  it('lists documents that are not there, another project’s like those of nobody', async () => {
    const { server, companyId, manager } = matter
    const elsewhere = await server.project(companyId)
    const [theirs = 0] = await addDocuments(server, elsewhere, manager.userId, 1)
    const receipt = await bulk.coding({ ids: [document(0), theirs, 900_001] }, yes)
    expect(receipt).toMatchObject({ documents: 3, done: 3, written: 1, left: { ...nothing, gone: 2 } })
    const left = { controlNumber: null, outcome: 'gone', name: '', before: '', after: '' }
    expect(await bulk.rows(receipt.jobId, 'left')).toEqual([
      expect.objectContaining({ documentId: theirs, ...left }),
      expect.objectContaining({ documentId: 900_001, ...left }),
    ])
    const values = server.services.records.read.selectFrom('coding_value').select('document_id')
    expect(await values.execute()).toEqual([{ document_id: document(0) }])
  })

  it('is the senior reviewer’s; what others did is the review manager’s', async () => {
    expect((await bulk.code(ids(), yes, { as: matter.ana })).status).toBe(403)
    const own = await bulk.coding(ids(), yes)
    const managers = await bulk.coding(ids(), [['Pages', 'set', 1]], { as: matter.manager })
    const refused = await bulk.undo(managers.jobId)
    expect([refused.status, refused.error.message]).toEqual([
      403,
      'This bulk change is somebody else’s. Review managers can see and undo it.',
    ])
    const listed = async (as: typeof matter.ana) =>
      (await matter.server.call(as, listBulk, { project: matter.projectId })).data.data.map(
        (one) => one.jobId,
      )
    expect(await listed(matter.senior)).toEqual([own.jobId])
    expect(await listed(matter.manager)).toEqual([managers.jobId, own.jobId])
    expect((await bulk.undone(own.jobId, { as: matter.manager })).by).toBe('Maria Alvarez')
    expect(await responsive()).toEqual([null, null, null, null, null])
    // And the senior reviewer puts forth again what was his.
    expect((await bulk.redone(own.jobId)).written).toBe(5)
  })

  it('is done beside jobs that take hours: somebody waits for it', async () => {
    await matter.close()
    const endless: JobKind = {
      kind: 'reindex',
      run: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    }
    matter = await startMatter(dialect, { kinds: [endless] })
    bulk = bulkIn(matter, await addForm(matter))
    const { jobs, records } = matter.server.services
    const { projectId, manager } = matter
    await records.write('interactive', async (trx) => {
      for (const title of ['one', 'two', 'three'])
        await jobs.enqueue(trx, {
          ...{ projectId, title, kind: 'reindex', input: null, bytesTotal: 0 },
          createdBy: manager.userId,
        })
    })
    jobs.wake()
    const running = async () =>
      (await records.read.selectFrom('job').select('title').where('state', '=', 'Running').execute()).length
    await expect.poll(running).toBe(2)
    expect((await bulk.coding(ids(), yes)).state).toBe('Completed')
    expect(await running()).toBe(2)
  })

  it('tells a browser how documents stand now, and nothing of other projects', async () => {
    await bulk.coding(ids(), yes)
    const { server, companyId, manager, projectId } = matter
    const [theirs = 0] = await addDocuments(server, await server.project(companyId), manager.userId, 1)
    const documentIds = [document(0), theirs]
    const { data } = await server.call(matter.ana, bulkStanding, {
      project: projectId,
      body: { documentIds },
    })
    expect(data.data).toEqual([
      {
        documentId: document(0),
        values: [expect.objectContaining({ value: 'Yes', version: 1, by: 'Sam Okafor' })],
        tagIds: [],
      },
    ])
  })

  describe('undone', () => {
    it('puts back what stood, says so in the trail, and is undone once', async () => {
      await bulk.save(matter.ben, document(2), 'Responsive', 'No')
      const done = await bulk.coding(ids(), yes, { key: 'command-bulk-1' })
      const undone = await bulk.undone(done.jobId, { key: 'command-undo-1' })
      expect(undone).toMatchObject({
        kind: 'undo',
        title: 'Undo: Set Responsive to Yes',
        rootId: done.jobId,
        reverses: done.jobId,
        written: 5,
        left: nothing,
      })
      expect(await responsive()).toEqual([null, null, 'No', null, null])
      expect((await history(document(2)))[0]).toMatchObject({
        oldValue: 'Yes',
        newValue: 'No',
        how: 'undo',
        jobId: undone.jobId,
        undo: { kind: 'undo', group: 'command-bulk-1', targets: ['command-bulk-1'] },
      })
      expect((await bulk.receipt(done.jobId)).reversedBy).toBe(undone.jobId)
      // From another tab, on another day.
      expect((await bulk.undo(done.jobId)).data.jobId).toBe(undone.jobId)
      expect(await history(document(2))).toHaveLength(3)
    })

    it('leaves what was changed since, and lists it with both values, who and when', async () => {
      const done = await bulk.coding(ids(), [...yes, ['Pages', 'set', 7]])
      await bulk.save(matter.ben, document(1), 'Responsive', 'No')
      // Back to what it was, by hand: nothing is left to undo there.
      await bulk.save(matter.ben, document(3), 'Responsive', null)
      const undone = await bulk.undone(done.jobId)
      expect(undone).toMatchObject({ written: 8, alreadySo: 1, left: { ...nothing, changed: 1 } })
      expect(await responsive()).toEqual([null, 'No', null, null, null])
      expect((await bulk.coded(document(1))).Pages).toBeNull()
      expect(await bulk.rows(undone.jobId, 'left')).toEqual([
        {
          documentId: document(1),
          controlNumber: 'NWI00000002',
          targetId: fieldNamed(form, 'Responsive').fieldId,
          name: 'Responsive',
          outcome: 'changed',
          before: 'not coded',
          after: 'No',
          by: 'Ben Novak',
          at: expect.any(String),
        },
      ])
    })

    it('is redone exactly where it was undone', async () => {
      const done = await bulk.coding(ids(), yes)
      await bulk.save(matter.ben, document(1), 'Responsive', 'No')
      await bulk.undone(done.jobId)
      await bulk.save(matter.ben, document(2), 'Responsive', 'Needs further review')
      const redone = await bulk.redone(done.jobId)
      expect(redone).toMatchObject({ kind: 'redo', written: 3, left: { ...nothing, changed: 1 } })
      expect(await responsive()).toEqual(['Yes', 'No', 'Needs further review', 'Yes', 'Yes'])
      expect((await bulk.redo(done.jobId)).data.jobId).toBe(redone.jobId)
      expect((await bulk.undone(done.jobId)).reverses).toBe(redone.jobId)
      expect(await responsive()).toEqual([null, 'No', 'Needs further review', null, null])
    })

    it('means a choice by what it is called now, and its renaming is nobody’s decision', async () => {
      await bulk.save(matter.ana, document(0), 'Responsive', 'No')
      const done = await bulk.coding(ids(), yes)
      const draft = {
        name: form.name,
        sections: form.sections.map((section) => ({
          name: section.name,
          fields: section.fields.map((one) => ({
            field_name: one.field_name,
            field_type_id: one.field_type_id,
            is_required: one.is_required,
            is_read_only: one.is_read_only,
            choices: one.values.map(({ choiceId, short_text_value }) => ({
              choiceId,
              text: one.field_name === 'Responsive' ? `${short_text_value}!` : short_text_value,
            })),
          })),
        })),
      }
      const put = await matter.server.call(matter.manager, putForm, {
        project: matter.projectId,
        params: { id: form.coding_form_id },
        body: draft,
      })
      expect(put.status).toBe(200)
      expect((await bulk.undone(done.jobId)).left).toEqual(nothing)
      expect(await responsive()).toEqual(['No!', null, null, null, null])
    })

    it('covers exactly what was done where the change was cancelled, which then cannot go on', async () => {
      await matter.close()
      await start(1500)
      const { jobId } = (await bulk.code(ids(), yes)).data
      await expect.poll(async () => (await bulk.receipt(jobId)).done, { interval: 2 }).toBeGreaterThan(0)
      const control = (action: 'cancel' | 'resume') =>
        matter.server.call(matter.senior, controlBulk, {
          project: matter.projectId,
          body: { jobId, action },
        })
      expect((await control('cancel')).status).toBe(200)
      const cancelled = await bulk.settled(jobId)
      expect(cancelled.state).toBe('Cancelled')
      expect(cancelled.written).toBe(cancelled.done)
      expect(cancelled.done).toBeLessThan(1500)
      const undone = await bulk.undone(jobId)
      expect(undone).toMatchObject({ documents: cancelled.done, written: cancelled.done })
      const standing = await matter.server.services.records.read
        .selectFrom('coding_value')
        .select('value')
        .distinct()
        .execute()
      expect(standing).toEqual([{ value: 'null' }])
      expect((await control('resume')).status).toBe(409)
    })

    it('goes on where it was cancelled, and repeats nothing', async () => {
      await matter.close()
      await start(1500)
      const { jobId } = (await bulk.code(ids(), yes)).data
      await expect.poll(async () => (await bulk.receipt(jobId)).done, { interval: 2 }).toBeGreaterThan(0)
      const control = (action: 'cancel' | 'resume') =>
        matter.server.call(matter.senior, controlBulk, {
          project: matter.projectId,
          body: { jobId, action },
        })
      await control('cancel')
      await bulk.settled(jobId)
      await control('resume')
      await expect.poll(async () => (await bulk.receipt(jobId)).state, { timeout: 20_000 }).toBe('Completed')
      expect(await bulk.receipt(jobId)).toMatchObject({
        documents: 1500,
        done: 1500,
        written: 1500,
        alreadySo: 0,
      })
      const { count } = await matter.server.services.records.read
        .selectFrom('audit')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('action', '=', 'coding.saved')
        .executeTakeFirstOrThrow()
      expect(count).toBe(1500)
    })
  })

  test('undo after do is the identity on what nobody touched; what somebody touched stands as they left it', async () => {
    const values = ['Yes', 'No', 'Needs further review', null] as const
    const value = fc.constantFrom(...values)
    const edit = fc.record({ document: fc.nat({ max: 4 }), value })
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 4 }),
        value,
        fc.array(edit, { maxLength: 4 }),
        fc.array(edit, { maxLength: 3 }),
        async (first, set, between, after) => {
          const apply = async (edits: typeof first) => {
            for (const one of edits)
              await bulk.save(matter.ben, document(one.document), 'Responsive', one.value)
          }
          await apply(first)
          const before = await responsive()
          const done = await bulk.coding(ids(), [['Responsive', 'set', set]])
          const standing: CodedValue[] = before.map(() => set)
          // Who says what stands there already decides nothing.
          const touched = new Set<number>()
          for (const { document: n, value: theirs } of between) {
            if (theirs !== standing[n]) touched.add(n)
            standing[n] = theirs
          }
          await apply(between)
          const undone = await bulk.undone(done.jobId)
          const expected = before.map((one, n) =>
            touched.has(n) || one === set ? (standing[n] ?? null) : one,
          )
          expect(await responsive()).toEqual(expected)
          const kept = [...touched].filter((n) => before[n] !== set && standing[n] !== before[n])
          expect(undone.left.changed).toBe(kept.length)
          await apply(after)
          const untouched = expected.map((_, n) => after.every((one) => one.document !== n))
          const redone = await bulk.redone(done.jobId)
          const final = await responsive()
          for (const [n, free] of untouched.entries())
            if (free) expect(final[n]).toEqual(touched.has(n) ? standing[n] : set)
          expect(redone.written + redone.alreadySo + redone.left.changed).toBe(undone.written)
        },
      ),
      { numRuns: runs(8) },
    )
  }, 60_000)
})
