import { defineConfig } from 'playwright/test'
import base from './playwright.config.ts'

/** `npm run faults`: long runs of faults, apart from the tests that must always be quick. */
export default defineConfig({
  ...base,
  testDir: 'tests/faults',
  globalSetup: './tests/e2e/setup.ts',
  reporter: [['list']],
})
