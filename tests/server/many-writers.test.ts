/** Many reviewers save at once, in several projects, on the same and on other documents. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveCoding, staleData } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { dialects } from './harness.ts'
import { addDocuments, addForm, fieldNamed, type Matter, startMatter } from './matter.ts'

const writers = 12
const savesEach = 6

describe.each(dialects)('many writers at once on %s', (dialect) => {
  let matter: Matter
  beforeEach(async () => {
    matter = await startMatter(dialect, { documents: 4 })
  })
  afterEach(() => matter.close())

  it('lose nothing, count every version and leave chains without a gap, whoever of them is refused', async () => {
    const { server, companyId, manager, senior } = matter
    const { read } = server.services.records
    const form = await addForm(matter)
    const other = await server.project(companyId, { prefix: 'OTH' })
    for (const { userId } of [manager, senior]) await server.member(other, userId, 'ReviewManager')
    const second = { ...matter, projectId: other }
    const places = [
      { project: matter.projectId, form, documents: matter.documents },
      {
        project: other,
        form: await addForm(second),
        documents: await addDocuments(server, other, manager.userId, 4),
      },
    ]
    const acknowledged: { project: number; documentId: number; version: number; auditIds: number[] }[] = []
    let refused = 0
    const work = async (nth: number): Promise<void> => {
      const place = places[nth % 2] ?? places[0]
      if (place === undefined) throw new Error('no place')
      const { project, documents } = place
      const note = fieldNamed(place.form, 'Notes')
      // Half of them share a document with others, and some ask for one that is not there.
      const documentId = documents[nth % 4 < 2 ? 0 : 1 + (nth % 3)] ?? 0
      let seen = 0
      for (let turn = 0; turn < savesEach; ) {
        const missing = nth % 5 === 0 && refused <= nth
        const command = `command-${nth}-${turn}-${seen}`
        const answer = await server.call(nth % 3 === 0 ? manager : senior, saveCoding, {
          project,
          key: command,
          ifMatch: ifMatchOf(new Map([[note.coding_form_field_id, seen]])),
          body: {
            documentId: missing ? 999_999 : documentId,
            coding_form_id: place.form.coding_form_id,
            fields: [
              {
                name: 'Notes',
                value: `of ${nth}, turn ${turn}`,
                coding_form_field_id: note.coding_form_field_id,
              },
            ],
            undo: { kind: 'do', group: command, targets: [] },
            correlationId: command,
          },
        })
        if (answer.status === 200) {
          const [{ version } = { version: -1 }] = answer.data.values
          acknowledged.push({ project, documentId, version, auditIds: answer.data.auditIds })
          seen = version
          turn += 1
        } else if (missing) {
          expect(answer.status).toBe(404)
          refused += 1
          turn += 1
        } else {
          expect(answer.status).toBe(412)
          seen = staleData.parse(answer.error.data).conflicts[0]?.version ?? -1
        }
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, nth) => work(nth)))

    expect(refused).toBeGreaterThan(0)
    expect(acknowledged).toHaveLength(writers * savesEach - refused)
    const byDocument = Map.groupBy(acknowledged, ({ project, documentId }) => `${project} ${documentId}`)
    for (const [name, saves] of byDocument) {
      // Each save of a document has a version of its own: nobody has written over what he had not seen.
      const versions = saves.map(({ version }) => version).toSorted((a, b) => a - b)
      expect(versions, name).toEqual(saves.map((_, at) => at + 1))
      const standing = await read
        .selectFrom('coding_value')
        .select('version')
        .where('document_id', '=', saves[0]?.documentId ?? 0)
        .executeTakeFirstOrThrow()
      expect(standing.version).toBe(saves.length)
    }
    const rows = await read
      .selectFrom('audit')
      .select('audit_id')
      .where('action', '=', 'coding.saved')
      .execute()
    expect(rows.map((row) => row.audit_id).toSorted((a, b) => a - b)).toEqual(
      acknowledged.flatMap(({ auditIds }) => auditIds).toSorted((a, b) => a - b),
    )
    for (const { project } of places)
      expect(await verifyChain(read, `project:${project}`)).toMatchObject({ firstBroken: null })
  })
})
