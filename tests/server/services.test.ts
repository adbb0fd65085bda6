import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'affiant-services-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('a command that cannot open a part of the server says why and ends', async () => {
  // A file stands where the spool belongs: the records have been opened by then.
  writeFileSync(join(dataDir, 'spool'), '')
  const script = `
    import { readConfig } from './server/platform/config.ts'
    import { createLog } from './server/platform/log.ts'
    import { openServices } from './server/services.ts'
    await openServices(readConfig(process.env), { log: createLog('silent') }).catch((error) => console.log(error.code))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env: { PATH: process.env.PATH, AFFIANT_DATA: dataDir, AFFIANT_SAMPLE: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // What never ends must not outlive the test.
    timeout: 20_000,
    killSignal: 'SIGKILL',
  })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString()
  })
  expect(await once(child, 'close')).toEqual([0, null])
  expect(said).toBe('EEXIST\n')
})
