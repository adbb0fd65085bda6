import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assignmentReviewers } from '#contracts/assignments.ts'
import { recordTime } from '#contracts/review-time.ts'
import { putReviewSettings } from '#contracts/settings.ts'
import { costlyDialects } from './harness.ts'
import { type Matter, startMatter } from './matter.ts'

describe.each(costlyDialects)('review time (%s)', (dialect) => {
  let matter: Matter
  beforeEach(async () => {
    matter = await startMatter(dialect, { documents: 2 })
  })
  afterEach(async () => {
    await matter.close()
  })

  let sent = 0
  const report = (body: unknown, key = `time-report-${sent++}`, as = matter.ana) =>
    matter.server.call(as, recordTime, { project: matter.projectId, key, body })
  const ofAna = async () => {
    const { data } = await matter.server.call(matter.manager, assignmentReviewers, {
      project: matter.projectId,
    })
    const { documents, seconds } = data.data.find(({ userId }) => userId === matter.ana.userId) ?? {}
    return { documents, seconds }
  }
  const [first, second] = [() => matter.documents[0], () => matter.documents[1]]

  it('[rest-any-v1-metrics-coding] adds up the seconds by person and document, each report once', async () => {
    expect((await report({ documentId: first(), seconds: 40 })).data).toEqual({ recorded: true })
    await report({ documentId: first(), seconds: 20 }, 'once-and-again')
    await report({ documentId: first(), seconds: 20 }, 'once-and-again')
    await report({ documentId: second(), seconds: 30 })
    await report({ documentId: second(), seconds: 500 }, 'another-person', matter.senior)
    expect(await ofAna()).toEqual({ documents: 2, seconds: 90 })
  })

  it('records nothing where the project does not record it', async () => {
    await matter.server.call(matter.manager, putReviewSettings, {
      project: matter.projectId,
      body: { reviewerTrackingEnabled: false },
    })
    expect((await report({ documentId: first(), seconds: 40 })).data).toEqual({ recorded: false })
    const rows = matter.server.services.records.read.selectFrom('review_time').selectAll()
    expect(await rows.execute()).toEqual([])
  })

  it('refuses what is no time, and documents that are not there', async () => {
    for (const seconds of [0, -5, 1.5, 86_400])
      expect((await report({ documentId: first(), seconds })).status).toBe(400)
    expect((await report({ documentId: 987_654, seconds: 5 })).status).toBe(404)
  })
})
