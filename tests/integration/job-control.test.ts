import { afterEach, describe, expect, it } from 'vitest'
import type { AnyCall } from '#contracts/call.ts'
import type { Areas } from '#src/app.ts'
import { controlJob } from '#src/commands/jobs.ts'
import type { Http } from '#src/effects/http.ts'
import { jobsEffects } from '#src/effects/jobs.ts'
import { everyArea as areas } from '#tests/support/every-area.ts'
import { createBrowser, type TestBrowser } from '#tests/support/tabs.ts'

let browser: TestBrowser
afterEach(() => browser.close())

const own: Areas = {
  ...areas,
  effects: jobsEffects,
  who: () => ({ userId: 7, role: 'ClientAdmin', projectId: 1, can: () => true }),
}

describe('a job that is told something', () => {
  it('hears it once, also where the page is reloaded before the server has answered', async () => {
    browser = createBrowser(own)
    const asked: { call: string; key: unknown }[] = []
    let answers = false
    const http: Http = {
      call: ((contract: AnyCall, said: { idempotencyKey?: string | null }) => {
        asked.push({ call: contract.name, key: said.idempotencyKey })
        const job = { jobId: 5, projectId: 1, title: 'Import', state: 'Paused' }
        return answers ? Promise.resolve(job) : new Promise(() => undefined)
      }) as Http['call'],
    }
    const session = new Map<string, string>()
    const open = async () => {
      const tab = await browser.openTab({ session, http: () => http })
      await tab.openAccount(7)
      return tab
    }
    const before = await open()
    await before.dispatch(controlJob({ projectId: 1, jobId: 5, action: 'pause' }))
    await expect.poll(() => asked.length).toBe(1)
    expect((await before.dispatch(controlJob({ projectId: 1, jobId: 5, action: 'cancel' }))).rejected).toBe(
      'The job has been told already.',
    )
    await before.close()

    answers = true
    const after = await open()
    await expect.poll(() => after.state().jobs.controlling).toEqual({})
    expect(asked.filter(({ call }) => call === 'jobs.pause')).toHaveLength(2)
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
    expect(
      (await after.dispatch(controlJob({ projectId: 1, jobId: 5, action: 'resume' }))).rejected,
    ).toBeNull()
  })
})
