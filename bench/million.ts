/**
 * Searches over 1,000,000 documents in a search process that has just been started, without a server. The index is made once and
 * kept in .cache, or in the folder that AFFIANT_BENCH_INDEX names; AFFIANT_BENCH_DOCUMENTS makes a smaller one. A run that is broken
 * off, or that comes to the end of its AFFIANT_BENCH_MINUTES (25), keeps what it has made: the next one goes on there.
 */
import { spawn } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { defaultNoise } from '#query/noise.ts'
import { parse } from '#query/parse.ts'
import { Searchers } from '#server/review/search/embedded/searchers.ts'
import { productFields } from '#server/review/search/fields.ts'
import type { FiguresAsked, IndexedField, ListQuery } from '#server/review/search/list.ts'
import { type Figure, p95, timedIn } from './figure.ts'
import { family, weighed } from './memory.ts'
import { madeIndex } from './million-index.ts'
import { bareLoop, bareLoopName, times } from './references.ts'
import { Words } from './search.ts'

const documents = Number(process.env.AFFIANT_BENCH_DOCUMENTS ?? '1000000')
const folder =
  process.env.AFFIANT_BENCH_INDEX ?? fileURLToPath(new URL('../.cache/bench-million', import.meta.url))
const minutes = Number(process.env.AFFIANT_BENCH_MINUTES ?? '25')
const runs = 20
/** What the bare loop takes on a machine of two calm cores: a bound in ms is held as so many times the loop. */
const loopMs = 100

const group = 'million'
const timed = timedIn(group)
const count = documents.toLocaleString('en-US')

export async function* figures(): AsyncGenerator<Figure> {
  const index = madeIndex(folder, documents, minutes * 60_000)
  if (index === null) {
    console.log(
      `    The index is not whole after ${minutes} minutes. Run this again: it goes on where it stopped.`,
    )
    return
  }
  yield {
    ...{ group, name: `size of the index of ${count} documents, of their text`, unit: '%' },
    ...{ value: (index.fileBytes * 100) / index.textBytes, bound: 100, better: 'lower' },
  }
  const options = { size: 1, deadlineMs: 120_000, idleMs: 600_000, openingPatienceMs: 600_000 }
  // What is read and ranked the first time is saved, once nobody has asked for two seconds.
  const before = new Searchers(options)
  await before.find(index.file, listOf(''))
  await before.find(index.file, { ...listOf(''), ...sortedBy('Subject') })
  await setTimeout(10_000)
  await before.stop()

  const beside = bareLoop() * 1000
  const figure = (name: string, value: number, boundMs: number): Figure =>
    timed(name, value, 'ms', times(bareLoopName, beside), boundMs / loopMs)
  const searchers = new Searchers(options)
  const find = async (query: string, more: Partial<ListQuery> = {}): Promise<number> => {
    const began = performance.now()
    await searchers.find(index.file, { ...listOf(query), ...more })
    return performance.now() - began
  }
  yield figure(`first search after a start, ${count} documents`, await find('merger'), 1_500)
  const words = new Words(7)
  for (const [name, query, boundMs] of asked(words))
    yield figure(name, p95(await inTurn(runs, (n) => find(query(n)))), boundMs)
  yield figure(
    'a month histogram and five facets of a result of a third',
    p95(await inTurn(runs, () => facets(searchers, index.file))),
    250,
  )
  const { result, megabytes } = await weighed(async () => [
    p95(await inTurn(3, (n) => find(words.ranked(900 + n), sortedBy('File_Size')))),
    p95(await inTurn(3, (n) => find(words.ranked(n), sortedBy('Subject')))),
  ])
  yield figure('a search opened under another sort, a number', result[0] ?? 0, 400)
  yield figure('a search opened under another sort, a text', result[1] ?? 0, 400)
  yield figure(
    'a search opened by relevance',
    p95(await inTurn(5, (n) => find(words.ranked(n), { sort: 'relevance' }))),
    600,
  )
  // This process, which asks, holds the answers alone.
  const own = process.memoryUsage.rss() / 2 ** 20
  yield {
    ...{ group, name: 'memory of the search process', unit: 'MB' },
    ...{ value: megabytes - own, bound: 1_000, better: 'lower' },
  }
  // Its process is killed in the middle of a search, which the next one answers.
  const began = performance.now()
  const killed = searchers.find(index.file, listOf(`*${words.ranked(6_000).slice(1, 6)}*`))
  await setTimeout(20)
  for (const pid of family(process.pid)) if (pid !== process.pid) process.kill(pid, 'SIGKILL')
  await killed
  yield figure('a search whose process is killed meanwhile', performance.now() - began, 4_000)
  await searchers.stop()
  yield figure('first search of a process with 300 MB of heap', await first(index.file, 300), 1_500)
  const busy = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  try {
    yield figure('first search after a start while all cores are busy', await first(index.file), 10_000)
  } finally {
    for (const loop of busy) loop.kill('SIGKILL')
  }
}

/** Ms of the first search of a process that has just been started. */
async function first(file: string, memoryMb?: number): Promise<number> {
  const options = { size: 1, deadlineMs: 120_000, idleMs: 600_000, openingPatienceMs: 600_000 }
  const searchers = new Searchers({ ...options, ...(memoryMb === undefined ? {} : { memoryMb }) })
  const began = performance.now()
  await searchers.find(file, listOf('merger'))
  const ms = performance.now() - began
  await searchers.stop()
  return ms
}

type Asked = readonly [name: string, query: (n: number) => string, boundMs: number]

/** Queries of each kind; each of a kind asks for other words, so that no set that is kept answers it. */
function asked(words: Words): readonly Asked[] {
  const common = (n: number): string => words.ranked(90 + 3 * n)
  const rare = (n: number): string => words.ranked(920 + 3 * n)
  return [
    ['a term', (n) => words.ranked(5 + n), 100],
    ['two terms with AND', (n) => `${words.ranked(30 + n)} AND ${words.ranked(60 + n)}`, 100],
    ['a phrase', (n) => `"${words.ranked(n)} ${words.ranked(n + 1)}"`, 100],
    ['a prefix', (n) => `${words.ranked(400 + n).slice(0, 4)}*`, 100],
    [
      'proximity with groups, terms in 5 %',
      (n) => `(${rare(n)} OR ${rare(n + 1)}) w/10 (${rare(n + 2)} OR ${rare(n + 3)})`,
      300,
    ],
    [
      'proximity with groups, terms in 20 %',
      (n) => `(${common(n)} OR ${common(n + 1)}) w/10 (${common(n + 2)} OR ${common(n + 3)})`,
      1_000,
    ],
    ['an inner wildcard', (n) => `*${words.ranked(5_000 + 11 * n).slice(1, 6)}*`, 1_000],
    ['a fuzzy term', (n) => words.ranked(2_000 + n).replace(/^../, '$&%'), 1_000],
  ]
}

const fields: readonly IndexedField[] = productFields.map(({ name, kind, store }) => ({ name, kind, store }))

function fieldNamed(name: string): IndexedField {
  const field = fields.find((known) => known.name === name)
  if (field === undefined) throw new Error(`There is no field ${name}.`)
  return field
}

const sortedBy = (name: string): Partial<ListQuery> => ({
  by: [{ field: fieldNamed(name), descending: true }],
})

function listOf(query: string): ListQuery {
  const read = parse(query, { fields: [...fields], noise: defaultNoise, precedence: 'standard' })
  if (!read.ok) throw new Error(`${query}: ${read.fault.message}`)
  return {
    ...{ tree: read.tree, includeFamily: false, sort: 'parentDateAsc', viewer: 'parentsAndChildren' },
    ...{ filter: 'all', formFields: [], timeZone: 'America/New_York', noise: [...defaultNoise], fields: [] },
  }
}

async function facets(searchers: Searchers, file: string): Promise<number> {
  const figuresAsked: FiguresAsked = {
    ...{ inside: null, keywords: [], matrix: null },
    facets: ['Custodian', 'File_Extension', 'Language', 'Domains', 'Author'].map((name) => ({
      field: fieldNamed(name),
      most: 50,
    })),
    histograms: [{ field: fieldNamed('Sent_Date'), by: 'month' }],
  }
  const began = performance.now()
  await searchers.figures(file, listOf('merger'), figuresAsked)
  return performance.now() - began
}

async function inTurn(times: number, run: (n: number) => Promise<number>): Promise<number[]> {
  const samples: number[] = []
  for (let n = 0; n < times; n++) samples.push(await run(n))
  return samples
}
