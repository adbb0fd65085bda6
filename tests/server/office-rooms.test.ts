/** The rooms that LibreOffice works in: what a document finds there that has taken the program over. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { type Office, openOffice } from '#server/platform/office/office.ts'
import { obedientOffice } from '#tests/fixtures/soffice.ts'

const folder = mkdtempSync(join(tmpdir(), 'affiant-rooms-'))
chmodSync(folder, 0o755)
const spool = join(folder, 'spool')
mkdirSync(spool)
const program = obedientOffice(join(folder, 'office'))
const office: Office = openOffice(program, spool)
const possible = office.missing === null
if (!possible) console.warn('The system lets no rooms be made: the tests of them are skipped.')
afterAll(async () => {
  await office.stop()
  rmSync(folder, { recursive: true, force: true })
})

const to = join(folder, 'out.pdf')
const ask = (commands: string, by: Office = office, signal = new AbortController().signal) =>
  by.convert({ document: Readable.from([Buffer.from(commands)]), extension: 'odt', to, urgent: true, signal })
/** What commands say inside. */
const said = async (commands: string): Promise<string> => {
  expect(await ask(`{ ${commands}; } >out/document.pdf 2>&1; true`)).toBe(null)
  return readFileSync(to, 'utf8').trim()
}
const running = (mark: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })

describe.skipIf(!possible)('in its room a program', () => {
  it('is nobody, and sees programs and fonts and nothing else of the machine', async () => {
    const secret = join(folder, 'secret')
    writeFileSync(secret, 'of another matter', { mode: 0o644 })
    const isRoot = process.getuid?.() === 0
    expect(await said('id -u')).toBe(isRoot ? '65534' : '0')
    const seen = (await said('ls /')).split('\n')
    expect(seen).toContain('usr')
    for (const name of ['home', 'root', 'proc', 'sys', 'run', 'srv', 'mnt', 'opt'])
      expect(seen).not.toContain(name)
    expect(await said(`cat ${secret}`)).toMatch(/No such file/)
    expect(await said(`ls ${spool}`)).toMatch(/No such file/)
    expect(await said('touch /usr/mine')).toMatch(/Read-only/)
    expect(await said('chroot /work /bin/true')).toMatch(/not permitted/)
    expect(await said('unshare --map-root-user true')).toMatch(/not permitted/)
    // A link that it leaves where the PDF is awaited leads to what is in the room.
    expect(await ask(`ln -s ${secret} out/document.pdf`)).toMatchObject({ code: 'corrupt' })
  })

  it('reaches nobody, whoever listens', async () => {
    const heard: string[] = []
    const server = createServer((socket) => {
      heard.push('somebody')
      socket.end()
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const call = `exec 9<>/dev/tcp/127.0.0.1/${(server.address() as AddressInfo).port} && echo through`
    try {
      // The same from outside is heard.
      expect(spawnSync('bash', ['-c', call], { encoding: 'utf8' }).stdout.trim()).toBe('through')
      await expect.poll(() => heard.length).toBe(1)
      expect(await said(call)).toMatch(/unreachable/)
      expect(heard).toHaveLength(1)
    } finally {
      server.close()
    }
  })

  it('leaves nothing for the next one', async () => {
    expect(await said('touch /work/left /tmp/left profile/left; ls /work /tmp')).toMatch(/left/)
    expect(await said('ls /work /tmp profile')).not.toMatch(/left/)
  })

  it('is ended with all that it has started when it takes too long, or when it is stopped', async () => {
    const mark = '31536427'
    const endless = `setsid sleep ${mark} & (trap '' TERM HUP INT; sleep ${mark}) & wait`
    const hasty = openOffice(program, spool, 3_000)
    expect(await ask(endless, hasty)).toEqual({
      code: 'timedOut',
      reason: 'LibreOffice took more than 3 seconds over it.',
    })
    await expect.poll(() => running(mark)).toEqual([])
    await hasty.stop()

    const cut = new AbortController()
    const going = ask(endless, office, cut.signal)
    await expect.poll(() => running(mark).length, { timeout: 10_000 }).toBeGreaterThan(1)
    cut.abort()
    await expect(going).rejects.toMatchObject({ reason: 'stopped' })
    await expect.poll(() => running(mark)).toEqual([])
  }, 30_000)

  it('dies with the server that has asked', async () => {
    const mark = '31536428'
    const server = spawn(process.execPath, [
      join(import.meta.dirname, 'killed-office.ts'),
      program,
      spool,
      to,
    ])
    const ended = once(server, 'exit')
    server.stdin.end(`setsid sleep ${mark} & wait`)
    await expect.poll(() => running(`sleep\0${mark}`).length, { timeout: 20_000 }).toBe(1)
    server.kill('SIGKILL')
    await ended
    await expect.poll(() => running(mark)).toEqual([])
  }, 40_000)

  it('writes no more than what would be drawn', async () => {
    expect(await ask('head -c 110000000 /dev/zero >out/document.pdf')).toMatchObject({ code: 'tooLarge' })
  }, 30_000)

  it('that makes nothing has failed, however it ends', async () => {
    expect(await ask('exit 0')).toMatchObject({ code: 'corrupt' })
    expect(await ask('echo half >out/document.pdf; kill -SEGV $$')).toMatchObject({ code: 'corrupt' })
  })
})

it('LibreOffice that is not there, or is something else, says what is missing', async () => {
  const other = join(folder, 'other')
  writeFileSync(other, '')
  for (const path of [null, other, join(folder, 'nowhere')])
    expect(openOffice(path, spool).missing).toBe('Page images of this type need LibreOffice on the server.')
})
