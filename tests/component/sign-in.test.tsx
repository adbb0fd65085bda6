// @vitest-environment jsdom
/** Signing in, step by step, as a person does it. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openGate, throughTheGate } from '#src/app/gate.ts'
import { beginsAtGate } from '#src/app/session-kept.ts'
import { logIn } from '#src/commands/session.ts'
import { sleep, sole } from '#src/effects/environment.ts'
import { memoryArea } from '#src/effects/storage/browser.ts'
import { createPersistAuth } from '#src/effects/storage/persist-auth.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const open = async (answers: Answers = {}, path = '/') => {
  desk = await openDesk(answers)
  const shown = desk.show(path)
  await screen.findByRole('heading', { level: 1 })
  return shown
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const names = () => desk.asked.map(({ name }) => name)

const session = (stage: 'mfa' | 'licence' | 'full') => ({
  token: 'token-in-memory',
  roleCode: 'r-1u7o2i',
  version: '0.1.0',
  stage,
  userId: 5,
  expiresAt: '2999-01-01T00:00:00.000Z',
  idleMs: 3_600_000,
})

describe('the password', () => {
  it('[open-login-validation] says what is missing before anything is sent', async () => {
    await open()
    press('Sign in')
    expect(await screen.findByText('Enter your e-mail address.')).toBeTruthy()
    expect(screen.getByText('Enter your password.')).toBeTruthy()
    type('E-mail', 'not an address')
    expect(await screen.findByText('Enter an address like name@firm.example.')).toBeTruthy()
    press('Sign in')
    await desk.rest()
    expect(names()).not.toContain('auth.login')
  })

  it('leads to the client home, and shows no secret in any event', async () => {
    const { path } = await open()
    type('E-mail', 'ada@northwind.example')
    type('Password', 'correct horse battery')
    press('Sign in')
    await screen.findByRole('heading', { name: 'Clients and projects' })
    expect(path()).toBe('/client')
    const log = desk.app.log('device')
    const kept = JSON.stringify(await log?.read({ after: 0, limit: 1000 }))
    expect(kept).toContain('session.loginStarted')
    expect(kept).not.toContain('correct horse battery')
  })

  it('counts the seconds down that a lock-out makes one wait, and lets nobody send meanwhile', async () => {
    await open({
      'auth.login': () =>
        new Refusal(429, 'Too many attempts. Wait and try again.', 'auth.locked', { 'Retry-After': '3' }),
    })
    type('E-mail', 'ada@northwind.example')
    type('Password', 'wrong wrong wrong')
    press('Sign in')
    await screen.findByText('Too many attempts. Wait and try again.')
    expect(screen.getByText(/^[123] s$/)).toBeTruthy()
    expect((screen.getByRole('button', { name: 'Sign in' }) as HTMLButtonElement).disabled).toBe(true)
    await screen.findByText(/^[12] s$/)
    await waitFor(() =>
      expect((screen.getByRole('button', { name: 'Sign in' }) as HTMLButtonElement).disabled).toBe(false),
    )
  })

  it('can be shown and hidden again', async () => {
    await open()
    const input = screen.getByLabelText('Password') as HTMLInputElement
    expect(input.type).toBe('password')
    press('Show the password')
    expect(input.type).toBe('text')
    press('Hide the password')
    expect(input.type).toBe('password')
  })

  it('is followed by the button that sends it: Tab passes nothing in between', async () => {
    await open()
    const form = screen.getByLabelText('Password').closest('form')
    const stops = [...(form?.querySelectorAll<HTMLElement>('input, button') ?? [])]
    expect(stops.every(({ tabIndex }) => tabIndex === 0)).toBe(true)
    expect(stops.map((stop) => stop.getAttribute('name') ?? stop.textContent)).toEqual([
      'username',
      'password',
      'Sign in',
      'Show the password',
      'Single sign-on',
      'Forgot your password?',
    ])
  })
})

describe('the second step', () => {
  const toMfa = async (answers: Answers) => {
    await open({ 'auth.login': () => session('mfa'), ...answers })
    type('E-mail', 'ada@northwind.example')
    type('Password', 'correct horse battery')
    press('Sign in')
  }

  it('[route-root-mfa] asks for six figures, and takes a recovery code instead', async () => {
    await toMfa({
      'auth.openMfa': () => ({ method: 'totp', enrol: null, triesLeft: 5 }),
      'auth.confirmMfa': () => session('full'),
    })
    await screen.findByRole('heading', { name: 'Two-factor authentication' })
    type('Code', '12345')
    press('Confirm')
    await screen.findByText('Enter the six figures.')
    press('Use a recovery code')
    type('Recovery code', 'abcde-fghij')
    press('Confirm')
    await screen.findByRole('heading', { name: 'Clients and projects' })
    expect(desk.asked.find(({ name }) => name === 'auth.confirmMfa')?.body).toEqual({ code: 'abcde-fghij' })
  })

  it('enrols an account that has none: the key, the recovery codes, then the first code', async () => {
    await toMfa({
      'auth.openMfa': () => ({
        method: 'totp',
        enrol: {
          secret: 'JBSWY3DPEHPK3PXP',
          uri: 'otpauth://totp/Affiant:ada?secret=JBSWY3DPEHPK3PXP',
          recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'],
        },
        triesLeft: 5,
      }),
    })
    await screen.findByRole('heading', { name: 'Protect your account' })
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    expect(screen.getByText('ccccc-ddddd')).toBeTruthy()
    const kept = JSON.stringify(await desk.app.log('device')?.read({ after: 0, limit: 1000 }))
    expect(kept).not.toContain('JBSWY3DPEHPK3PXP')
    expect(kept).not.toContain('ccccc-ddddd')
  })
})

describe('a forgotten password', () => {
  it('[route-root-forgot] sends a link, and says the same whoever asks', async () => {
    await open({ 'auth.forgot': () => ({ message: 'If the account exists, a link is on its way.' }) })
    press('Forgot your password?')
    await screen.findByRole('heading', { name: 'Forgot your password' })
    type('E-mail', 'nobody@northwind.example')
    press('Send the link')
    await screen.findByText('If the account exists, a link is on its way.')
    press('Back to sign-in')
    await screen.findByRole('heading', { name: 'Sign in' })
  })

  it('[route-reset-password] sets a new one with a link that is good', async () => {
    await open(
      {
        'auth.checkReset': () => ({ valid: true }),
        'auth.resetPassword': () => ({ message: 'The password is set.' }),
      },
      '/reset_password.html#token=0123456789abcdef0123',
    )
    await screen.findByLabelText('New password')
    type('New password', 'short')
    type('Once more', 'other')
    press('Set the password')
    await screen.findByText('Use at least 12 characters.')
    expect(screen.getByText('The two are not the same.')).toBeTruthy()
    type('New password', 'a long enough sentence')
    type('Once more', 'a long enough sentence')
    press('Set the password')
    await screen.findByRole('heading', { name: 'Your password is set' })
  })

  it('says so when the link is old', async () => {
    await open(
      { 'auth.checkReset': () => ({ valid: false }) },
      '/reset_password.html#token=0123456789abcdef0123',
    )
    await screen.findByRole('heading', { name: 'This link does not work any more' })
  })
})

describe('the gate before the workspace', () => {
  const storage = () => {
    const cookies = new Map<string, string>()
    return {
      local: memoryArea(),
      session: memoryArea(),
      cookies: {
        get: (name: string) => cookies.get(name) ?? null,
        set: (name: string, value: string) => cookies.set(name, value),
        remove: (name: string) => cookies.delete(name),
      },
      subscribe: () => () => undefined,
    }
  }

  it('is where a visit without a session begins, and no other', () => {
    const empty = storage()
    expect(beginsAtGate('/', empty)).toBe(true)
    expect(beginsAtGate('/overview/review', empty)).toBe(true)
    for (const path of ['/reset_password.html', '/saml-login.html', '/account-invited.html', '/eula']) {
      expect(beginsAtGate(path, empty)).toBe(false)
    }
    const cookie = storage()
    cookie.cookies.set('XSRF-TOKEN', 'x')
    expect(beginsAtGate('/', cookie)).toBe(false)
    const kept = storage()
    const profile = {
      userId: 5,
      accountId: 5,
      userEmail: 'ada@northwind.example',
      userName: 'Ada',
      userPhotoUrl: null,
      userPhone: '',
      ssoEnabled: false,
      mfaEnabled: false,
    }
    createPersistAuth(kept.local).write(
      { isAuth: true, profile, data: null, acceptedCurrentVersion: true },
      true,
    )
    expect(beginsAtGate('/overview', kept)).toBe(false)
  })

  it('lets through whoever is signed in, with the session kept for the workspace and no log of the account opened', async () => {
    const kept = storage()
    const replies: Record<string, unknown> = {
      '/rest/login': session('full'),
      '/rest/user-eula': { version: '1', text: '', accepted: true, acceptedAt: null },
      '/rest/user/account-profile': {
        userId: 5,
        accountId: 5,
        userEmail: 'ada@northwind.example',
        userName: 'Ada',
        userPhotoUrl: null,
        userPhone: '',
        ssoEnabled: false,
        mfaEnabled: false,
      },
    }
    const faults: unknown[] = []
    const gate = await openGate({
      env: {
        now: () => Date.now(),
        sleep: (ms, signal) => sleep(Math.min(ms, 30), signal),
        random: Math.random,
        online: () => true,
        hidden: () => false,
        subscribe: () => () => undefined,
        alone: sole,
      },
      newId: () => crypto.randomUUID(),
      secure: true,
      idle: (work) => setTimeout(work, 0),
      origin: 'http://affiant.test',
      timeZone: () => 'UTC',
      console: { error: () => undefined },
      storage: kept,
      leaveTo: () => undefined,
      saveFile: () => undefined,
      fetch: async (input) =>
        new Response(JSON.stringify(replies[new URL(String(input)).pathname]), { status: 200 }),
      xhr: () => new XMLHttpRequest(),
      onFault: (fault) => faults.push(fault),
    })
    const through = throughTheGate(gate)
    await gate.app.dispatch(logIn({ email: 'ada@northwind.example', password: 'correct horse battery' }))
    await through
    expect(gate.app.log('account')).toBeNull()
    expect(createPersistAuth(kept.local).read()).toMatchObject({ isAuth: true, profile: { userId: 5 } })
    expect(beginsAtGate('/', kept)).toBe(false)
    await gate.close()
    expect(faults).toEqual([])
  })
})
