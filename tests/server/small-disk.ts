/** A real disk of a few megabytes, for what happens when it is full. Only root can mount one, and only Linux has it. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  /** Takes up all of its room but so many bytes. */
  fill(leaving?: number): void
  /** Gives back the room that was taken up. */
  makeRoom(): void
  close(): void
}

/** Mounts an empty disk at a folder, which is made where it is not there. */
export function mountDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = mount(folder, megabytes)
  if (status !== 0) throw new Error(`No disk could be mounted: ${stderr}`)
  const filler = join(folder, 'filler')
  return {
    fill: (leaving = 0) => {
      const { bavail, bsize } = statfsSync(folder)
      const bytes = bavail * bsize - leaving
      if (bytes <= 0) throw new Error(`There is not so much room: ${leaving} bytes.`)
      const file = openSync(filler, 'w')
      const block = Buffer.alloc(bsize)
      for (let written = 0; written + bsize <= bytes; ) written += writeSync(file, block)
      closeSync(file)
    },
    makeRoom: () => rmSync(filler),
    close: () => {
      // Lazily: a process that was killed may hold a file of it for a moment.
      spawnSync('umount', ['--lazy', folder])
    },
  }
}

/** Whether a disk can be mounted here. */
export function canMountDisks(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'affiant-disk-'))
  const mounted = mount(folder, 1).status === 0
  if (mounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return mounted
}

const mount = (folder: string, megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'affiant-test', folder], {
    encoding: 'utf8',
  })
