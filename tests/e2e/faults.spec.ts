/** The server is killed in the middle of work, as a power cut would, again and again. */
import { randomUUID } from 'node:crypto'
import { documentHistory } from '#contracts/audit.ts'
import { getForm, listForms, readCoding, saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { getJob, listJobs } from '#contracts/jobs.ts'
import { openRecords } from '#server/platform/records/open.ts'
import { Api, expect, signIn, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { bringIn, ownProject, withFile } from './projects.ts'
import { field, nothingOpen, openProject, openReview, shownId, status, unsent } from './review.ts'

const letters = (count: number, name: string) =>
  mbox(
    Array.from({ length: count }, (_, at) => ({
      id: `${name}-${at}`,
      subject: `${name} ${at}`,
      text: `Message ${at} of ${name}.\n${`what was found in the well ${at} `.repeat(30)}`,
    })),
  )

test('kill -9 in the middle of an import and of saves, three times: nothing that was acknowledged is lost, the job goes on, the chain holds', {
  tag: '@deep',
}, async ({ server }) => {
  test.setTimeout(240_000)
  const project = await ownProject(server, 'Power cuts')
  const { name, projectId } = project
  await bringIn(project, 'first.mbox', letters(20, 'first'))
  const documents = (await project.api.search(projectId)).map(({ documentId }) => documentId)
  const { data: forms } = await project.api.call(listForms, { project: projectId, query: {} })
  const form = await project.api.call(getForm, {
    project: projectId,
    params: { id: forms[0]?.coding_form_id ?? 0 },
  })
  const note = form.sections.flatMap(({ fields }) => fields).find((one) => one.field_name === 'Note')
  if (note === undefined) throw new Error('The form has no such field.')

  await withFile('second.mbox', letters(6_000, 'second'), async (path) => {
    // Queues the job; whoever runs it is killed with the server, the command merely waits.
    const command = server.affiant(['import', path, '--project', name, '--custodian', 'Field, Tom'])
    const { api } = project
    const job = async () =>
      (await api.call(listJobs, { project: projectId, query: {} })).data.find(
        ({ title }) => title === 'second.mbox',
      )
    /** How the job stands in the records of a server that is dead. */
    const jobLeft = async () => {
      const records = await openRecords({ dataDir: server.data, databaseUrl: null })
      const left = await records.read
        .selectFrom('job')
        .select(['state', 'items_done'])
        .where('title', '=', 'second.mbox')
        .executeTakeFirstOrThrow()
      await records.close()
      return left
    }
    await expect.poll(async () => (await job())?.itemsDone ?? 0, { timeout: 30_000 }).toBeGreaterThan(0)

    /** What the server has acknowledged, by document: value and version. */
    const acknowledged = new Map<number, { value: string; version: number }>()
    const save = async (documentId: number, value: string) => {
      const seen = acknowledged.get(documentId)?.version ?? 0
      const { values } = await api.call(saveCoding, {
        project: projectId,
        key: randomUUID(),
        ifMatch: ifMatchOf(new Map([[note.coding_form_field_id, seen]])),
        body: {
          documentId,
          coding_form_id: form.coding_form_id,
          fields: [{ name: note.field_name, value, coding_form_field_id: note.coding_form_field_id }],
          undo: { kind: 'do', group: randomUUID(), targets: [] },
          correlationId: randomUUID(),
        },
      })
      acknowledged.set(documentId, { value, version: values[0]?.version ?? -1 })
    }
    const standing = async () => {
      for (const documentId of documents) {
        const sure = acknowledged.get(documentId)
        if (sure === undefined) continue
        const { data } = await api.call(readCoding, { project: projectId, query: { documentId } })
        const found = data.find(({ fieldId }) => fieldId === note.fieldId)
        // A save that was cut may have been written or not; one that was answered is there.
        expect(found?.version ?? 0).toBeGreaterThanOrEqual(sure.version)
        if (found?.version === sure.version) expect(found.value).toBe(sure.value)
        else acknowledged.set(documentId, { value: String(found?.value), version: found?.version ?? -1 })
      }
    }
    let before = 0
    for (let round = 1; round <= 3; round++) {
      let working = true
      const reviewers = documents.slice(0, 4).map(async (documentId) => {
        for (let turn = 1; working; turn++)
          await save(documentId, `round ${round}, turn ${turn}`).catch((fault: unknown) => {
            if (working) throw fault
          })
      })
      // Reviewers who save without a pause go before the import, which gets its turns all the same.
      await expect
        .poll(async () => (await job())?.itemsDone ?? 0, { timeout: 20_000, intervals: [30] })
        .toBeGreaterThan(before)
      const now = () => [...acknowledged.values()].filter(({ value }) => value.startsWith(`round ${round},`))
      await expect.poll(() => now().length).toBe(4)
      working = false
      await server.kill()
      await Promise.all(reviewers)
      const left = await jobLeft()
      expect(left.state, `in the middle, at kill ${round}`).toBe('Running')
      expect(left.items_done).toBeGreaterThan(before)
      before = left.items_done
      await server.restart()
      await standing()
    }
    expect((await command).code).toBe(0)
    const found = await job()
    expect(found?.state).toBe('Completed')
    const done = await api.call(getJob, { project: projectId, query: { jobId: found?.jobId ?? 0 } })
    expect(done.reconciliation).toMatchObject({
      promoted: 6_000,
      duplicates: 0,
      exceptions: 0,
      unexplained: 0,
    })
    const rows = await api.search(projectId)
    expect(new Set(rows.map(({ controlNumber }) => controlNumber)).size).toBe(6_020)
    await standing()
    const verified = await server.affiant(['audit', 'verify', '--all'])
    expect(verified.code, verified.out).toBe(0)
    expect(verified.out).toContain(`project:${projectId}:`)
    expect(verified.out).not.toContain('BROKEN')
  })
})

test('a reviewer goes on coding while the server is away; what was not sent goes out once when it is back', {
  tag: '@deep',
}, async ({ page, server }) => {
  const project = await ownProject(server, 'While it was away')
  await bringIn(project, 'away.mbox', letters(6, 'away'))
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await openReview(page)
  const coded: number[] = []
  const radio = field(page, 'Responsive').getByRole('radio', { name: 'Responsive', exact: true })
  for (const round of [1, 2, 3]) {
    await expect(status(page)).toHaveText(nothingOpen)
    const documentId = await shownId(page)
    coded.push(documentId)
    await server.kill()
    await radio.click()
    await expect(radio).toBeChecked()
    await page.keyboard.press('Control+s')
    await expect(unsent(page)).toContainText(/1 being saved|1 unsent/)
    await server.restart()
    await expect(unsent(page)).toHaveText('All saved', { timeout: 30_000 })
    await expect(status(page)).toHaveText('Saved')
    await page.keyboard.press('j')
    await expect.poll(() => shownId(page), `round ${round}`).not.toBe(documentId)
  }
  const api = await Api.signIn(server.url, 'clientadmin')
  for (const documentId of coded) {
    const { data } = await api.call(documentHistory, { project: project.projectId, query: { documentId } })
    const writes = data.filter((row) => row.field === 'Responsive')
    expect(writes.map(({ newValue }) => newValue)).toEqual(['Responsive'])
  }
})
