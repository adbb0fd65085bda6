/** Words that a message holds and that nobody sees who looks at it: searched, marked, and apart from its text. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultPageSize, getDocument, searchDocuments } from '#contracts/documents.ts'
import { fileTypes, replaceFile } from '#contracts/files.ts'
import { getText, getTextList } from '#contracts/texts.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { allSettled } from './all-settled.ts'
import { costlyDialects, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

withoutAnalysis()

const mail = (html: string) =>
  Buffer.from(
    [
      'From: a@x.example',
      'Subject: Lunch',
      'Date: Tue, 05 Mar 2024 09:00:00 +0000',
      'Message-ID: <1@x.example>',
    ]
      .concat('MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8', '', html, '')
      .join('\r\n'),
  )
const shown = '<p>At the weir. <a href="https://x.example/offerings/gearbox">Menu</a>'
const covert = `${shown}<span style="display:none">The price is fixed.</span>`

describe.each(costlyDialects)('hidden words on %s', (dialect) => {
  let intake: Intake
  beforeEach(async () => {
    intake = await startIntake(dialect)
  }, 60_000)
  afterEach(() => intake.close())

  async function bring(name: string, bytes: Buffer): Promise<void> {
    const { server, user, project } = intake
    const path = intake.write(name, bytes)
    const asked = { path, projectId: project, custodian: 'Ann', userId: user.userId }
    const { jobId } = await importPath(server.services, asked)
    await settledJob(server.services, jobId)
    await settle()
  }
  async function settle(): Promise<void> {
    await allSettled(intake.server.services)
    await intake.server.services.search.settled(intake.project)
  }
  async function found(queryString: string): Promise<number[]> {
    const { server, user, project } = intake
    const query = { queryString, includeFamily: false, objectId: null, type: null }
    const list = { sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all' } as const
    const body = { ...list, query, pageSize: defaultPageSize, page: 1 }
    return (await server.call(user, searchDocuments, { project, body })).data.data.map(
      ({ documentId }) => documentId,
    )
  }

  it('are a text of their own, found and marked, and gone with the file that held them', async () => {
    const { server, user, project } = intake
    await bring('one.eml', mail(covert))
    const [documentId = 0] = await found('"price is fixed"')
    expect(await found('Hidden_Content:"Hidden text"')).toEqual([documentId])
    // Where a link leads is searched, and hides nothing.
    expect(await found('offerings')).toEqual([documentId])
    const list = (await server.call(user, getTextList, { project, query: { documentId } })).data.data
    expect(list.map(({ origin, name, engine }) => [origin, name, engine])).toEqual([
      ['extracted', 'Extracted Text', null],
      ['hidden', 'Hidden Text', null],
    ])
    const query = { documentId, origin: 'hidden' } as const
    expect((await server.call(user, getText, { project, query })).data.text).toBe('The price is fixed.')
    const detail = (await server.call(user, getDocument, { project, query: { documentId } })).data
    expect(detail.text).toBe('At the weir. Menu')
    expect(detail.html).not.toContain('fixed')
    // What differs in such words alone is no copy.
    await bring('two.eml', mail(shown))
    expect(await found('weir')).toHaveLength(2)
    const replace = async (body: Buffer) => {
      const query = { documentId, fileType: fileTypes.native, fileName: 'one.eml' }
      await server.call(user, replaceFile, { project, query, body })
      await settle()
    }
    await replace(mail(shown.replace('weir', 'lock')))
    expect(await found('fixed')).toEqual([])
    await replace(mail(covert.replace('fixed', 'agreed')))
    expect(await found('agreed')).toEqual([documentId])
  })
})
