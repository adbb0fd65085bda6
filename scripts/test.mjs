/**
 * `npm test`: from a fresh clone, checks and the tests: unit, server (on SQLite, and on PostgreSQL where it can be had),
 * component, and end-to-end in Chromium. Ends with the slowest files and the line `N passed, N failed`, and fails where it
 * took more processor time than its budget allows.
 * `--deep` plays the rest: properties with very many random cases, the whole of the real documents, what is costly on the
 * other database, and in the browser what takes long. No test is played in both.
 */
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { judged, processorSeconds, slowest } from './cost.mjs'
import { ensureChromium, ensurePostgres, ensureReaders } from './machine.mjs'
import { cacheDir, ensureBuilt, ensureInstalled, environment, findNode, root } from './toolchain.mjs'

const deep = process.argv.includes('--deep')
/** Seconds of processor time: `npm test` in 14 minutes of two cores, the deep run in 20. A third more fails the run. */
const budget = (deep ? 20 : 14) * 60 * 2

const totals = { passed: 0, failed: 0, skipped: 0 }
/** What each test file took, over both runners. */
const files = []
/** What failed, in the words that it failed with: said once more at the end, which is what is kept of a long output. */
const failures = []
/** Says what there was, also to whoever sums several runs up (`.ci/run`), and ends. */
const end = () => {
  const cost = judged(processorSeconds(), budget)
  if (cost.over) {
    totals.failed += 1
    failures.push({
      name: 'budget',
      message: `${cost.line}\nMake the slowest files cheaper: scripts/test.mjs has the figure.`,
    })
  }
  const { passed, failed, skipped } = totals
  if (process.env.AFFIANT_TOTALS)
    appendFileSync(process.env.AFFIANT_TOTALS, `${passed} ${failed} ${skipped}\n`)
  for (const { name, message } of failures)
    console.log(`\nFailed: ${name}\n${message.split('\n').slice(0, 20).join('\n')}`)
  console.log(`\n${['The slowest files:', ...slowest(files, 20)].join('\n')}\n${cost.line}`)
  console.log(`\n${skipped} skipped\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}

ensureInstalled()
const node = findNode()
const chromium = ensureChromium()
if (chromium === null) {
  console.error(
    '\nThe tests need Chromium: install it, or name it in CHROMIUM_PATH, and run the command again.',
  )
  totals.failed += 1
  end()
}
const postgres = ensurePostgres()
console.log(`Chromium: ${chromium}`)
console.log(
  process.env.AFFIANT_TEST_DATABASE_URL || postgres
    ? `Databases: SQLite and PostgreSQL (${process.env.AFFIANT_TEST_DATABASE_URL ? 'AFFIANT_TEST_DATABASE_URL' : postgres})`
    : 'Databases: SQLite only; no PostgreSQL can be reached or installed here',
)
if (deep) {
  const missing = ensureReaders()
  if (missing.length > 0) console.log(`Readers of files that cannot be had here: ${missing.join(', ')}`)
}

const env = environment({
  CHROMIUM_PATH: chromium,
  ...(postgres ? { AFFIANT_TEST_POSTGRES_BIN: postgres } : {}),
  ...(deep ? { AFFIANT_DEEP: '2' } : { AFFIANT_WITHOUT_DEEP: '1' }),
})
const reports = cacheDir('reports')
const step = (name, args, extra = {}) => {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 100 - name.length))}`)
  return spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...env, ...extra } }).status === 0
}
const count = (name, ok, read) => {
  try {
    const { passed, failed, skipped, failing, took } = read(
      JSON.parse(readFileSync(join(reports, name), 'utf8')),
    )
    failures.push(...failing)
    files.push(...took)
    totals.passed += passed
    totals.skipped += skipped
    // A runner that failed without a failed test (a crash, an unhandled rejection) counts as one.
    totals.failed += ok ? failed : Math.max(1, failed)
    if (!ok && failing.length === 0)
      failures.push({ name, message: 'The run ended with a fault outside of any test: see above.' })
  } catch {
    totals.failed += 1
    failures.push({ name, message: 'The run left no report: see above.' })
  }
}

/** Playwright's report nests suites in suites. */
const specsOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsOf)]

/** Beside what comes first: a matter that is loaded keeps one core busy. Without it the browser tests load their own. */
const sample = deep
  ? null
  : new Promise((done) => {
      spawn(node, ['tests/e2e/setup.ts'], { cwd: root, stdio: 'ignore', env }).once('close', done)
    })

if (!deep) {
  const checked = step('check', ['scripts/check.mjs'])
  totals[checked ? 'passed' : 'failed'] += 1
  if (!checked) failures.push({ name: 'check', message: 'See its output above.' })
}

const isDeep = ({ tags }) => tags.includes('deep')
const unitReport = join(reports, 'vitest.json')
rmSync(unitReport, { force: true })
const unit = step(deep ? 'property and deep' : 'unit, server, component', [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
])
count('vitest.json', unit, (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  // What belongs to the other run is not skipped: it is played there.
  skipped: report.testResults.flatMap(({ assertionResults }) => {
    const skipped = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed')
    const isWhole = deep && !assertionResults.some(isDeep)
    return isWhole ? skipped : skipped.filter((one) => isDeep(one) === deep)
  }).length,
  failing: report.testResults
    .filter((file) => file.status === 'failed')
    .flatMap((file) => {
      const tests = file.assertionResults.filter((one) => one.status === 'failed')
      const said = tests.map((one) => ({ name: one.fullName, message: one.failureMessages.join('\n') }))
      return said.length > 0 ? said : [{ name: file.name, message: file.message }]
    }),
  took: report.testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  })),
}))

await sample
ensureBuilt()
const e2eReport = join(reports, 'e2e.json')
rmSync(e2eReport, { force: true })
const e2e = step('end to end in Chromium', ['node_modules/playwright/cli.js', 'test'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport,
})
count('e2e.json', e2e, (report) => ({
  passed: report.stats.expected,
  failed: report.stats.unexpected + report.stats.flaky,
  skipped: report.stats.skipped,
  failing: specsOf(report).flatMap(({ title, tests }) =>
    tests
      .filter((one) => one.status === 'unexpected' || one.status === 'flaky')
      .map((one) => ({
        name: title,
        message: one.results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
      })),
  ),
  took: report.suites.map((file) => ({
    name: join('tests/e2e', file.file),
    seconds: specsOf(file)
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, { duration }) => sum + duration / 1000, 0),
  })),
}))

end()
