import { defineConfig } from 'playwright/test'

/** One test of minutes, which the other worker would wait for in the end: files are begun in the order of their names. */
const longest = '**/turmoil.spec.ts'

/** End-to-end tests drive the built application on a real server (tests/e2e/fixture.ts starts one per worker). */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // What takes long is played in the deep run alone.
  ...(process.env.AFFIANT_DEEP ? { grep: /@deep/ } : { grepInvert: /@deep/ }),
  // What a project has is begun before what the next one has.
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'all others', testIgnore: longest },
  ],
  globalSetup: './tests/e2e/setup.ts',
  outputDir: '.cache/e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // One more than the machine has cores: a browser waits for its server, and a test for both.
  workers: 3,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    // What it answers is not seen by the routes of a test; offline.spec.ts has it.
    serviceWorkers: 'block',
    // Recording one takes a quarter of the time of all tests: `AFFIANT_TRACE=1` to look into what fails.
    trace: process.env.AFFIANT_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A page lives for seconds: optimizing its code takes longer than it saves, a seventh of the browser's time.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
