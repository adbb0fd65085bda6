/**
 * `npm run bench` measures every figure that the product promises, prints them, and writes docs/figures.md for people
 * and bench/figures.json for programs. `npm run bench -- NAME` runs one group and keeps the other groups' figures.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { type Figure, met } from './figure.ts'
import { rest } from './rest.ts'

interface Recorded extends Figure {
  readonly met: boolean
  readonly at: string
}

const groups: Readonly<Record<string, () => Promise<{ figures(): AsyncGenerator<Figure> }>>> = {
  bundle: () => import('./bundle.ts'),
  kernel: () => import('./kernel.ts'),
  import: () => import('./import.ts'),
  pages: () => import('./pages.ts'),
  ocr: () => import('./ocr.ts'),
  search: () => import('./search.ts'),
  analysis: () => import('./analysis.ts'),
  bulk: () => import('./bulk.ts'),
  review: () => import('./review.ts'),
  sheets: () => import('./sheets.ts'),
  timeline: () => import('./timeline.ts'),
  server: () => import('./server.ts'),
  audit: () => import('./audit.ts'),
  reconstruct: () => import('./reconstruct.ts'),
  faults: () => import('./faults.ts'),
}
/** Minutes of their own, and about what is lost, not how long it takes: run where they are named (`npm run faults`). */
const apart: readonly string[] = ['faults']
const jsonPath = new URL('./figures.json', import.meta.url)
const pagePath = new URL('../docs/figures.md', import.meta.url)

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in groups))
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. The groups: ${Object.keys(groups).join(', ')}.`)
  process.exit(2)
}

const measured: Recorded[] = []
for (const [name, load] of Object.entries(groups)) {
  if (wanted.length > 0 ? !wanted.includes(name) : apart.includes(name)) continue
  console.log(`\n${name}`)
  await rest()
  for await (const figure of (await load()).figures()) {
    const recorded = { ...figure, value: round(figure.value), met: met(figure), at: new Date().toISOString() }
    measured.push(recorded)
    const sign = figure.better === 'lower' ? '≤' : '≥'
    console.log(
      `  ${recorded.met ? '✓' : '✗'} ${figure.name}: ${recorded.value} ${figure.unit} (${sign} ${figure.bound})`,
    )
  }
}

const before: Recorded[] = existsSync(jsonPath) ? JSON.parse(readFileSync(jsonPath, 'utf8')) : []
const ran = new Set(measured.map((figure) => figure.group))
const order = Object.keys(groups)
const all = [...before.filter((figure) => !ran.has(figure.group)), ...measured].sort(
  (a, b) => order.indexOf(a.group) - order.indexOf(b.group),
)
writeFileSync(jsonPath, `${JSON.stringify(all, null, 2)}\n`)
writeFileSync(pagePath, page(all))
process.exit(0)

function page(figures: readonly Recorded[]): string {
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
  ].join('\n')
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
