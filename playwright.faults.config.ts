import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

// Another one each time; the processes that play it have it from here, and its name says it.
process.env.AFFIANT_FAULTS_SEED ??= String(Date.now() % 1_000_000)

/** `npm run faults`: long runs of faults, apart from the tests that must always be quick. */
export default defineConfig({
  ...base,
  testDir: 'tests/faults',
  globalSetup: './tests/e2e/setup.ts',
  reporter: [['list']],
})
