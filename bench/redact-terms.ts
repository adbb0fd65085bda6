/**
 * What a search of many terms over many pages takes whose words are kept, and what covering all that it found and taking it back
 * takes, while somebody saves.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { saveCoding } from '../contracts/coding.ts'
import { ifMatchOf } from '../contracts/coding-versions.ts'
import { applyTerms, findTerms, undoTerms } from '../contracts/term-redactions.ts'
import { settledJob } from '../server/intake/import/import-path.ts'
import { sourceOf } from '../server/review/pages/source.ts'
import { pdf, show } from '../tests/fixtures/pdf.ts'
import { addDocuments } from '../tests/fixtures/record-documents.ts'
import { addForm, fieldNamed, type Matter, startMatter } from '../tests/server/matter.ts'
import { p95, type TimeFigure } from './figure.ts'
import { around, bareLoop, bareLoopName, frames, syncedWrites, times } from './references.ts'

/** As many as somebody asks for: what is measured is the same for each page. */
const pages = Number(process.env.AFFIANT_BENCH_PAGES ?? '1000')
const pagesOfDocument = 10
const placesOfPage = 10
const terms = Array.from({ length: 100 }, (_, nth) => `secret${nth}word`)
const places = pages * placesOfPage
const cache = new URL('../.cache/', import.meta.url).pathname

export async function* figures(): AsyncGenerator<TimeFigure> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'bench-'))
  const matter = await startMatter('sqlite', { documents: 0, dataDir: join(folder, 'data') })
  try {
    const ids = await documentsOf(matter)
    const bare: number[] = []
    const { result, beside } = await around(
      () => {
        bare.push(...syncedWrites(folder))
        return bareLoop()
      },
      () => measured(matter, ids),
    )
    const many = (count: number): string => count.toLocaleString('en-US')
    const looked = `${terms.length} terms over ${many(pages)} pages whose words are kept`
    const loop = times(bareLoopName, beside)
    const figure = (name: string, value: number, bound: number): TimeFigure => ({
      ...{ group: 'redact-terms', name, value, unit: 's', reference: loop, bound, better: 'lower' },
    })
    yield figure(`${looked}: the first place`, result.first, 20)
    yield figure(`${looked}: all of them`, result.found, pages / 30)
    yield figure(`${many(places)} redactions by a job`, result.applied, places / 100)
    yield figure(`${many(places)} redactions by a job, undone as one`, result.undone, places / 100)
    yield {
      ...{
        group: 'redact-terms',
        name: 'wait of an interactive save meanwhile',
        unit: 'ms',
        better: 'lower',
      },
      ...{ value: p95(result.waits), bound: 6 },
      reference: frames('a bare synced SQLite transaction, nothing beside it', p95(bare)),
    }
  } finally {
    await matter.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Documents of ten pages, whose words are kept by then. */
async function documentsOf({ server, projectId, manager }: Matter): Promise<number[]> {
  const { services } = server
  const ids = await addDocuments(
    services.records,
    projectId,
    manager.userId,
    Array.from({ length: pages / pagesOfDocument + 1 }, (_, nth) => ({
      ...{ custodian: 'Duarte, Ines', title: `Report ${nth}`, text: `Report ${nth}`, parentDate: null },
    })),
  )
  for (const [nth, id] of ids.slice(1).entries()) {
    const { sha256, size } = await services.blobs.put(report(nth))
    await services.records.write('bulk', (trx) =>
      trx
        .updateTable('document')
        .set({ sha256, size, mime_type: 'application/pdf', file_name: `report-${nth}.pdf` })
        .where('document_id', '=', id)
        .execute(),
    )
    const source = await services.pages.makeable(await sourceOf(services.records.read, projectId, id))
    if (source === null) throw new Error('It has no pages.')
    await services.pages.look(source)
    await services.pages.words(source, new AbortController().signal)
  }
  await services.search.settled(projectId)
  return ids
}

const report = (nth: number): Buffer =>
  pdf({
    info: `/Title (${nth})`,
    pages: Array.from({ length: pagesOfDocument }, (_, page) => ({
      content: Array.from({ length: 40 }, (_, line) =>
        show(
          line % 4 === 0
            ? `The ${terms[(nth * 7 + page * 10 + line / 4) % terms.length]} was agreed before the cavern was tested`
            : `Line ${line} of page ${page} says that nobody asked about the price of well ${nth}`,
          50,
          760 - 18 * line,
        ),
      ).join('\n'),
    })),
  })

async function measured(matter: Matter, [probe = 0, ...ids]: readonly number[]) {
  const { server, projectId: project, senior, ana } = matter
  const form = await addForm(matter)
  const field = fieldNamed(form, 'Pages').coding_form_field_id
  let keys = 0
  const key = (): string => `bench-terms-${++keys}`
  const correlationId = 'bench-terms'
  const settled = async (ask: () => Promise<{ data: { jobId: number } }>) => {
    const began = performance.now()
    const { data } = await ask()
    const { state } = await settledJob(server.services, data.jobId, () => {}, 10)
    if (state !== 'Completed') throw new Error(`The job ended ${state}.`)
    return { seconds: (performance.now() - began) / 1000, jobId: data.jobId }
  }
  const waits: number[] = []
  let version = 0
  let saving = true
  const saves = async (): Promise<void> => {
    while (saving) {
      const began = performance.now()
      const saved = await server.call(ana, saveCoding, {
        ...{ project, key: key(), ifMatch: ifMatchOf(new Map([[field, version]])) },
        body: {
          ...{ documentId: probe, coding_form_id: form.coding_form_id, correlationId },
          fields: [{ name: 'Pages', value: ++keys, coding_form_field_id: field }],
          undo: { kind: 'do', group: 'bench-terms', targets: [] },
        },
      })
      version = saved.data.values[0]?.version ?? 0
      waits.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  let first = 0
  const looksFor = async (began: number): Promise<void> => {
    while (first === 0) {
      const row = await server.services.records.read
        .selectFrom('term_redaction')
        .select('places')
        .where('places', '>', 0)
        .executeTakeFirst()
      if (row !== undefined) first = (performance.now() - began) / 1000
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const watching = looksFor(performance.now())
  const found = await settled(() =>
    server.call(senior, findTerms, {
      ...{ project, key: key() },
      body: { documents: { ids }, terms, personalData: [], correlationId },
    }),
  )
  await watching
  const reviewer = saves()
  try {
    const of = { project, params: { jobId: found.jobId } }
    const applied = await settled(() =>
      server.call(senior, applyTerms, {
        ...{ ...of, key: key() },
        body: { label: 'Privileged', reason: '', correlationId },
      }),
    )
    const { n } = await server.services.records.read
      .selectFrom('redaction')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    if (Number(n) !== places) throw new Error(`There are ${n} redactions in place of ${places}.`)
    const undone = await settled(() =>
      server.call(senior, undoTerms, { ...{ ...of, key: key() }, body: { correlationId } }),
    )
    return { first, found: found.seconds, applied: applied.seconds, undone: undone.seconds, waits }
  } finally {
    saving = false
    await reviewer
  }
}
