import { defineConfig } from 'vitest/config'

/** The deep run makes more random cases, and takes longer over each test. */
const depth = Number(process.env.AFFIANT_DEEP ?? '1')

export default defineConfig({
  test: {
    include: [
      '{contracts,query,server,src,scripts}/**/*.test.{ts,tsx}',
      'tests/{property,integration,server,component}/**/*.test.{ts,tsx}',
    ],
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
