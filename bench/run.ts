/**
 * `npm run bench` measures every figure that the product promises, prints them, and writes docs/figures.md for people
 * and bench/figures.json and bench/tables.json for programs. `npm run bench -- NAME` runs one group and keeps what the
 * other groups measured.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Figure, met, type Table } from './figure.ts'
import { rest } from './rest.ts'

interface Recorded extends Figure {
  readonly met: boolean
  readonly at: string
}

const groups: Readonly<Record<string, () => Promise<{ figures(): AsyncGenerator<Figure | Table> }>>> = {
  bundle: () => import('./bundle.ts'),
  kernel: () => import('./kernel.ts'),
  import: () => import('./import.ts'),
  corpus: () => import('./corpus.ts'),
  text: () => import('./text.ts'),
  pages: () => import('./pages.ts'),
  ocr: () => import('./ocr.ts'),
  search: () => import('./search.ts'),
  analysis: () => import('./analysis.ts'),
  bulk: () => import('./bulk.ts'),
  review: () => import('./review.ts'),
  sheets: () => import('./sheets.ts'),
  timeline: () => import('./timeline.ts'),
  server: () => import('./server.ts'),
  saves: () => import('./saves.ts'),
  audit: () => import('./audit.ts'),
  reconstruct: () => import('./reconstruct.ts'),
  faults: () => import('./faults.ts'),
}
/** Minutes of their own, and about what is lost, not how long it takes: run where they are named (`npm run faults`). */
const apart: readonly string[] = ['faults']
const script = fileURLToPath(import.meta.url)
const jsonPath = new URL('./figures.json', import.meta.url)
const tablesPath = new URL('./tables.json', import.meta.url)
const pagePath = new URL('../docs/figures.md', import.meta.url)

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in groups))
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. The groups: ${Object.keys(groups).join(', ')}.`)
  process.exit(2)
}

const chosen = Object.keys(groups).filter((name) =>
  wanted.length > 0 ? wanted.includes(name) : !apart.includes(name),
)
// Each has a process of its own: what one leaves behind must not be weighed with the next.
if (chosen.length > 1) {
  const failed = chosen.filter(
    (name) => spawnSync(process.execPath, [script, name], { stdio: 'inherit' }).status !== 0,
  )
  if (failed.length > 0) console.error(`\nNot measured: ${failed.join(', ')}. See above.`)
  process.exit(failed.length)
}

const [name = ''] = chosen
const measured: Recorded[] = []
const drawn: Table[] = []
console.log(`\n${name}`)
await rest()
for await (const figure of (await groups[name]?.())?.figures() ?? []) {
  if ('rows' in figure) {
    drawn.push(figure)
    continue
  }
  const recorded = { ...figure, value: round(figure.value), met: met(figure), at: new Date().toISOString() }
  measured.push(recorded)
  const sign = figure.better === 'lower' ? '≤' : '≥'
  console.log(
    `  ${recorded.met ? '✓' : '✗'} ${figure.name}: ${recorded.value} ${figure.unit} (${sign} ${figure.bound})`,
  )
}

const ran = new Set([...measured, ...drawn].map(({ group }) => group))
const order = Object.keys(groups)
const all = together<Recorded>(jsonPath, measured)
const tables = together<Table>(tablesPath, drawn)
writeFileSync(jsonPath, `${JSON.stringify(all, null, 2)}\n`)
writeFileSync(tablesPath, `${JSON.stringify(tables, null, 2)}\n`)
writeFileSync(pagePath, page(all, tables))
process.exit(0)

/** What was measured now, with what is kept of the groups that did not run, in the order of the groups. */
function together<T extends { readonly group: string }>(path: URL, now: readonly T[]): T[] {
  const before: T[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
  return [...before.filter(({ group }) => !ran.has(group)), ...now].sort(
    (a, b) => order.indexOf(a.group) - order.indexOf(b.group),
  )
}

function page(figures: readonly Recorded[], more: readonly Table[]): string {
  const rows = figures.map(
    ({ group, name, value, unit, bound, better, met: ok, at }) =>
      `| ${group} | ${name} | ${value} ${unit} | ${better === 'lower' ? '≤' : '≥'} ${bound} | ${ok ? 'yes' : '**no**'} | ${at.slice(0, 10)} |`,
  )
  return [
    '# Figures',
    '',
    `Written by \`npm run bench\`, on ${cpus().length} cores with ${Math.round(totalmem() / 2 ** 30)} GiB of memory. Times are the 95th percentile of at least 100 runs unless the name says otherwise.`,
    '',
    '| group | what | measured | bound | met | on |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    ...more.flatMap(section),
  ].join('\n')
}

function section({ title, text, head, rows }: Table): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [`## ${title}`, '', text, '', line(head), line(head.map(() => '---')), ...rows.map(line), '']
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
