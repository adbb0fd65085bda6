/** Whether the server can do its work, as a monitor is told. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from './harness.ts'
import { canMountDisks, mountDisk, type SmallDisk } from './small-disk.ts'

const here = canMountDisks()

describe.runIf(here)('a server whose disk is full', () => {
  let root: string
  let disk: SmallDisk
  let server: TestServer
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'affiant-health-'))
  })
  afterEach(async () => {
    await server.close()
    disk.close()
    rmSync(root, { recursive: true, force: true })
  })
  const ready = async () => {
    const { statusCode, body } = await server.app.inject('/readyz')
    return [statusCode, JSON.parse(body).message ?? JSON.parse(body).status]
  }

  it.each([
    ['', 'the data folder'],
    ['files', 'the files'],
  ])('is not ready, and says why: a disk of its own for "%s"', async (part, called) => {
    disk = mountDisk(join(root, 'data', part), 120)
    server = await startServer({ dataDir: join(root, 'data') })
    expect(await ready()).toEqual([200, 'ready'])
    disk.fill(1_000_000)
    expect(await ready()).toEqual([503, `The disk of ${called} is full: less than 50 MB are left.`])
    expect((await server.app.inject('/healthz')).statusCode).toBe(200)
    disk.makeRoom()
    expect(await ready()).toEqual([200, 'ready'])
  })
})

it.skipIf(here)('a full disk was not tried: no disk can be mounted here', () => {})
