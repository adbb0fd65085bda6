/** Where personal data stands in a document, as it is told to who may read the document. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxPersonalData, personalData } from '#contracts/analysis.ts'
import { getText } from '#contracts/texts.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { mbox, message } from '#tests/fixtures/mail.ts'
import { allSettled } from './all-settled.ts'
import { costlyDialects } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'

const card = '4111 1111 1111 1111'
const number = '123-45-6789'
const many = Array.from({ length: 600 }, (_, n) => `person${n}@northwind.example`).join('\n')

describe.each(costlyDialects)('personal data of a document, on %s', (dialect) => {
  let intake: Intake
  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { server, user, project } = intake
    const path = intake.write(
      'mail.mbox',
      mbox([
        message({
          id: 'card',
          subject: 'Card',
          text: `Please charge ${card} now.\nThe part is ${number}, he said.`,
        }),
        message({ id: 'many', subject: 'Many', text: `${many}\nThe account is ${card}.` }),
        message({ id: 'none', subject: 'None', text: 'Nothing of the kind.' }),
      ]),
    )
    const of = { path, projectId: project, custodian: 'ann', userId: user.userId }
    await settledJob(server.services, (await importPath(server.services, of)).jobId)
    await allSettled(server.services)
  }, 60_000)
  afterAll(() => intake.close())

  const idOf = async (title: string) =>
    (
      await intake.server.services.records.read
        .selectFrom('document')
        .select('document_id')
        .where('title', '=', title)
        .executeTakeFirstOrThrow()
    ).document_id
  const found = async (title: string) => {
    const query = { documentId: await idOf(title) }
    return (await intake.server.call(intake.user, personalData, { project: intake.project, query })).data
  }

  it('is told by its kind, its place and how sure it is, the likely ones first; what it says stands in the text alone', async () => {
    const { documentId, data, totalCount } = await found('Card')
    const query = { documentId, origin: 'extracted' } as const
    const { text } = (await intake.server.call(intake.user, getText, { project: intake.project, query })).data
    expect(totalCount).toBe(2)
    expect(
      data.map(({ kind, confidence, start, end }) => [kind, confidence, text.slice(start, end)]),
    ).toEqual([
      ['Payment card', 'likely', card],
      ['US social security number', 'potential', number],
    ])
    expect(data[0]).toMatchObject({ origin: 'extracted', language: null })
    expect(JSON.stringify(data)).not.toContain('4111')
    // Looked for once more in the same session, it is on the record once.
    await found('Card')
    const told = (await trail(intake.server, `project:${intake.project}`)).filter(
      ({ action }) => action === 'document.personalDataRead',
    )
    expect(told).toHaveLength(1)
    expect(JSON.stringify(told)).not.toContain('4111')
  })

  it('is told of the most of many, all are counted, and a likely one is not lost among them', async () => {
    const { data, totalCount } = await found('Many')
    expect(totalCount).toBe(601)
    expect(data).toHaveLength(maxPersonalData)
    expect(data[0]).toMatchObject({ kind: 'Payment card', confidence: 'likely' })
    expect(await found('None')).toMatchObject({ data: [], totalCount: 0 })
  })

  it('is told to nobody who may not read the document', async () => {
    const stranger = await intake.server.user({ role: 'Reviewer' })
    const query = { documentId: await idOf('Card') }
    const { status } = await intake.server.call(stranger, personalData, { project: intake.project, query })
    expect(status).toBe(404)
  })
})
