/**
 * `npm run bench` measures every figure that the product promises, prints them, and writes docs/figures.md for people
 * and bench/figures.json and bench/tables.json for programs. `npm run bench -- NAME` runs one group and keeps what the
 * other groups measured.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { boundText, type Figure, held, heldText, met, rounded, type Table } from './figure.ts'
import { rest } from './rest.ts'

/** As figures.json keeps it: with what its bound is on, and whether that is met; null where its reference is not here. */
type Recorded = Figure & {
  readonly held: number | null
  readonly met: boolean | null
  readonly at: string
}

const groups: Readonly<Record<string, () => Promise<{ figures(): AsyncGenerator<Figure | Table> }>>> = {
  bundle: () => import('./bundle.ts'),
  kernel: () => import('./kernel.ts'),
  import: () => import('./import.ts'),
  corpus: () => import('./corpus.ts'),
  text: () => import('./text.ts'),
  pages: () => import('./pages.ts'),
  redact: () => import('./redact.ts'),
  'redact-terms': () => import('./redact-terms.ts'),
  ocr: () => import('./ocr.ts'),
  search: () => import('./search.ts'),
  analysis: () => import('./analysis.ts'),
  bulk: () => import('./bulk.ts'),
  review: () => import('./review.ts'),
  forms: () => import('./forms.ts'),
  sheets: () => import('./sheets.ts'),
  'redact-sheets': () => import('./redact-sheets.ts'),
  timeline: () => import('./timeline.ts'),
  server: () => import('./server.ts'),
  saves: () => import('./saves.ts'),
  audit: () => import('./audit.ts'),
  reconstruct: () => import('./reconstruct.ts'),
  productions: () => import('./productions.ts'),
  loads: () => import('./loads.ts'),
  'privilege-log': () => import('./privilege-log.ts'),
  faults: () => import('./faults.ts'),
  million: () => import('./million.ts'),
}
/**
 * Run where they are named: `faults` is about what is lost, not how long it takes (`npm run faults`), and what `million` searches
 * takes a quarter of an hour to make.
 */
const apart: readonly string[] = ['faults', 'million']
const signs: Readonly<Record<string, string>> = { true: '✓', false: '✗', null: '–' }
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
  const recorded = recordedOf(figure)
  measured.push(recorded)
  const beside = recorded.reference
  const other = beside === undefined ? '' : `; ${beside.name}: ${besideText(recorded)}, ${heldText(recorded)}`
  console.log(
    `  ${signs[String(recorded.met)]} ${figure.name}: ${recorded.value} ${figure.unit}${other} (${boundText(figure)})`,
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

function recordedOf(figure: Figure): Recorded {
  const found = held(figure)
  const own = {
    value: rounded(figure.value),
    held: found === null ? null : rounded(found),
    met: met(figure),
    at: new Date().toISOString(),
  }
  if (figure.reference === undefined) return { ...figure, ...own }
  const { value } = figure.reference
  return {
    ...figure,
    ...own,
    reference: { ...figure.reference, value: value === null ? null : rounded(value) },
  }
}

function besideText({ unit, reference }: Figure): string {
  if (reference === undefined) return ''
  return reference.value === null ? 'not measured here' : `${reference.value} ${unit}`
}

function page(figures: readonly Recorded[], more: readonly Table[]): string {
  const rows = figures.map((figure) => {
    const { group, name, value, unit, reference, met: ok, at } = figure
    const beside = reference === undefined ? '' : `${reference.name}: ${besideText(figure)}`
    const said = ok === null ? 'not measured here' : ok ? 'yes' : '**no**'
    const ratio = ok === null ? '' : heldText(figure)
    return `| ${group} | ${name} | ${value} ${unit} | ${beside} | ${ratio} | ${boundText(figure)} | ${said} | ${at.slice(0, 10)} |`
  })
  return [
    '# Figures',
    '',
    `Written by \`npm run bench\`, on ${cpus().length} cores with ${Math.round(totalmem() / 2 ** 30)} GiB of memory. Times are the 95th percentile of at least 100 runs unless the name says otherwise.`,
    '',
    'What takes time depends on the machine. So each time and rate stands beside a reference that was measured in the same run, and its bound is on how the two compare: as a ratio (×), or in frames of 1/60 s above the reference. Sizes, counts and shares stand for themselves.',
    '',
    '| group | what | measured | beside, in the same run | compared | bound | met | on |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    ...more.flatMap(section),
  ].join('\n')
}

function section({ title, text, head, rows }: Table): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [`## ${title}`, '', text, '', line(head), line(head.map(() => '---')), ...rows.map(line), '']
}
