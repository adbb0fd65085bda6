import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** The deep run makes more random cases, and takes longer over each test. */
const depth = Number(process.env.AFFIANT_DEEP ?? '1')

const everyFile = [
  '{contracts,query,server,src,scripts}/**/*.test.{ts,tsx}',
  'tests/{property,integration,server,component}/**/*.test.{ts,tsx}',
]
/** Minutes of real documents, of servers that are killed, of full disks: for the deep run alone. */
const deepAlone = '**/*.deep.test.ts'
/** What is no deeper in the deep run is not played in it again: a file that is says so, by its name or by what it asks. */
const asksHowDeep = /from '[^']*\/runs\.ts'|\bcostlyDialects\b/
const deeperFiles = () =>
  globSync(everyFile)
    .filter((path) => path.includes('.deep.') || asksHowDeep.test(readFileSync(path, 'utf8')))
    .map((path) => path.replaceAll('\\', '/'))

export default defineConfig({
  test: {
    ...(depth > 1 ? { include: deeperFiles() } : { include: everyFile, exclude: [deepAlone] }),
    // Only names a folder: a PostgreSQL is started there by the first test that needs one.
    globalSetup: ['tests/server/postgres.ts'],
    environment: 'node',
    pool: 'forks',
    // Two at a time: property runs and servers with their own processes share the machine.
    maxWorkers: 2,
    testTimeout: 30_000 * depth,
    hookTimeout: 60_000 * depth,
    // What is waited for comes when the machine gets to it: how soon is a figure of the benchmarks.
    expect: { poll: { timeout: 20_000 * depth } },
    restoreMocks: true,
    // A random order would hide nothing here, but tests must not lean on each other.
    sequence: { shuffle: { files: false, tests: false } },
  },
})
