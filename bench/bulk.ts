/** How long a change of many documents takes to be taken back, and what somebody who saves meanwhile notices of it. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bulkCode, undoBulk } from '../contracts/bulk.ts'
import { saveCoding } from '../contracts/coding.ts'
import { ifMatchOf } from '../contracts/coding-versions.ts'
import { settledJob } from '../server/intake/import/import-path.ts'
import { addDocuments } from '../tests/fixtures/record-documents.ts'
import { addForm, fieldNamed, type Matter, startMatter } from '../tests/server/matter.ts'
import { p95, type TimeFigure, timedIn } from './figure.ts'
import { around, syncedWrites, times } from './references.ts'

const many = 10_000
const rounds = 3
const perTransaction = 100
/** Away from the system's folder for temporary files: some file systems are slow where much was deleted just before. */
const cache = new URL('../.cache/', import.meta.url).pathname

export async function* figures(): AsyncGenerator<TimeFigure> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'bench-'))
  const matter = await startMatter('sqlite', { documents: 0, dataDir: join(folder, 'data') })
  try {
    const bare: number[] = []
    // As many rows as a change of so many documents at least has: the value, its history, its trail.
    const rows = (): number => {
      bare.push(...syncedWrites(folder))
      return syncedWrites(folder, many / perTransaction, 3 * perTransaction).reduce((a, b) => a + b, 0) / 1000
    }
    const { result, beside } = await around(rows, () => measure(matter))
    const { done, undone, waits } = result
    const written = times(
      `${(3 * many).toLocaleString('en-US')} bare rows in synced SQLite transactions of ${3 * perTransaction}`,
      beside,
    )
    yield figure(
      `a mass edit of ${many.toLocaleString('en-US')} documents`,
      Math.max(...done),
      's',
      written,
      20,
    )
    yield figure(
      `undo of a mass edit of ${many.toLocaleString('en-US')} documents`,
      Math.max(...undone),
      's',
      written,
      20,
    )
    yield figure(
      'wait of an interactive save meanwhile',
      p95(waits),
      'ms',
      times('a bare synced SQLite transaction, nothing beside it', p95(bare)),
      20,
    )
  } finally {
    await matter.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(matter: Matter): Promise<{ done: number[]; undone: number[]; waits: number[] }> {
  const { server, projectId: project, manager, senior, ana } = matter
  const form = await addForm(matter)
  const [probe = 0, ...ids] = await addDocuments(
    server.services.records,
    project,
    manager.userId,
    Array.from({ length: many + 1 }, (_, n) => ({
      custodian: 'Duarte, Ines',
      title: `Letter ${n}`,
      text: `About the cavern, letter ${n}.`,
      parentDate: null,
    })),
  )
  await server.services.search.settled(project)
  const field = (name: string) => fieldNamed(form, name).coding_form_field_id
  let keys = 0
  const key = () => `bench-key-${++keys}`
  const correlationId = 'bench-0001'
  const settled = async (jobId: number) => {
    const { state, itemsDone } = await settledJob(server.services, jobId, () => {}, 10)
    if (state !== 'Completed' || itemsDone !== many)
      throw new Error(`The job ended ${state} at ${itemsDone}.`)
  }
  /** From the click until the last document is as it should be. */
  const timed = async (ask: () => Promise<{ data: { jobId: number } }>) => {
    const began = performance.now()
    const { data } = await ask()
    await settled(data.jobId)
    return { seconds: (performance.now() - began) / 1000, jobId: data.jobId }
  }

  const waits: number[] = []
  let version = 0
  let saving = true
  const reviewer = (async () => {
    const documentId = probe
    while (saving) {
      const began = performance.now()
      const saved = await server.call(ana, saveCoding, {
        project,
        key: key(),
        ifMatch: ifMatchOf(new Map([[field('Pages'), version]])),
        body: {
          documentId,
          coding_form_id: form.coding_form_id,
          fields: [{ name: 'Pages', value: ++keys, coding_form_field_id: field('Pages') }],
          undo: { kind: 'do', group: 'bench-0001', targets: [] },
          correlationId,
        },
      })
      version = saved.data.values[0]?.version ?? 0
      waits.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const [done, undone]: [number[], number[]] = [[], []]
  try {
    for (let round = 0; round < rounds; round++) {
      const change = await timed(() =>
        server.call(senior, bulkCode, {
          project,
          key: key(),
          body: {
            documents: { ids },
            families: false,
            correlationId,
            coding_form_id: form.coding_form_id,
            changes: [
              { name: 'Responsive', how: 'set', value: 'Yes', coding_form_field_id: field('Responsive') },
            ],
          },
        }),
      )
      done.push(change.seconds)
      const back = await timed(() =>
        server.call(senior, undoBulk, {
          project,
          key: key(),
          body: { jobId: change.jobId, correlationId },
        }),
      )
      undone.push(back.seconds)
    }
  } finally {
    saving = false
    await reviewer
  }
  return { done, undone, waits }
}

const figure = timedIn('bulk')
