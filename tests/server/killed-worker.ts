/** A server's worker in a process of its own, to be killed while it works. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const worker = fileURLToPath(new URL('./children/worker.ts', import.meta.url))

/**
 * Works on a job, and is killed once more than so many of its items are done (`null`: never). The state that the job came
 * to; null where it was killed first. `settings`: what else its server is told.
 */
export async function work(
  dataDir: string,
  jobId: number,
  killAt: number | null,
  settings: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const told = [worker, dataDir, String(jobId), JSON.stringify(settings)]
  const child = spawn(process.execPath, [...told, ...(killAt === null ? [] : ['watched'])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('close', resolve))
  let state: string | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    const done = Number(line)
    if (Number.isNaN(done)) state = line
    else if (killAt !== null && done > killAt) child.kill('SIGKILL')
  }
  await exited
  return state
}
