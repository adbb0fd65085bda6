// @vitest-environment jsdom
/** Single sign-on in the client settings: what is read from metadata, and what is said of certificates. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SsoSetting } from '#contracts/sso.ts'
import { readMetadata } from '#src/features/sso/metadata.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})

const entity = (inside: string): string =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:idp">${inside}</EntityDescriptor>`
const key = (use: string, text: string): string =>
  `<KeyDescriptor${use}><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>
    ${text}
  </X509Certificate></X509Data></KeyInfo></KeyDescriptor>`
const service = (binding: string): string =>
  `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="https://idp/${binding}"/>`
const descriptor = (inside: string): string => `<IDPSSODescriptor>${inside}</IDPSSODescriptor>`

describe('the metadata of a provider', () => {
  it('is read for its entity id, its address for redirects, and the certificates that sign', () => {
    const inside = descriptor(
      key(' use="encryption"', 'RU5D') +
        key(' use="signing"', 'T05F') +
        key('', 'VFdP') +
        key('', 'VFdP') +
        key('', 'VEhSRUU=') +
        service('HTTP-POST') +
        service('HTTP-Redirect'),
    )
    expect(readMetadata(entity(inside))).toEqual({
      providerId: 'urn:idp',
      ssoUrl: 'https://idp/HTTP-Redirect',
      certificates: ['T05F', 'VFdP'],
    })
  })

  it.each([
    ['no XML', /no XML/],
    [entity('<SPSSODescriptor/>'), /not the metadata of an identity provider/],
    [entity(descriptor('').repeat(2)), /more than one provider/],
    [entity(descriptor(key('', 'T05F') + service('HTTP-POST'))), /no address for sign-in by redirect/],
    [entity(descriptor(service('HTTP-Redirect'))), /no certificate/],
  ])('%s: says what is wrong', (xml, says) => {
    expect(readMetadata(xml)).toMatch(says)
  })
})

const inDays = (days: number): string =>
  new Date(Date.now() + days * 24 * 3_600_000 + 3_600_000).toISOString()
const setting = (changed: Partial<SsoSetting> = {}, ...ends: number[]): SsoSetting => ({
  ...{ companyId: 1, state: 'tried', version: 3, providerId: 'urn:idp', ssoUrl: 'https://idp.example/sso' },
  ...{ domains: ['firm.example'], emailClaim: '', nameClaim: '', providerMfa: false, createsAccounts: false },
  ...{ forced: false, exceptions: [], tried: null, trying: false, holders: [] },
  certificates: ends.map((days) => ({
    ...{ pem: `certificate of ${days} days`, subject: 'CN=idp', fingerprint: `AB:${days}` },
    ...{ startsAt: inDays(-100), endsAt: inDays(days) },
  })),
  ...changed,
})

const open = async (of: SsoSetting | null, more: Answers = {}) => {
  desk = await openDesk({
    'sso.get': () => ({ setting: of }),
    'sso.addresses': () => ({
      entityId: 'https://affiant.example/saml/1',
      acsUrl: 'https://affiant.example/rest/saml/1/acs',
      metadata: '<EntityDescriptor/>',
    }),
    ...more,
  })
  await desk.signIn('ClientAdmin', 'none')
  desk.show('/project/ClientSetting/sign-in')
  await screen.findByRole('heading', { name: '2. Your provider' })
}

describe('the page of single sign-on', () => {
  it.each([
    [[40], null],
    [[20], /in 20 days/],
    [[5], /urgent/],
    [[-2], /nobody can sign in/],
    // Its successor is in place.
    [[-2, 300], null],
  ])('with certificates that end in %j days', async (ends, says) => {
    await open(setting({}, ...ends))
    await screen.findByRole('heading', { name: '4. People' })
    const alert = screen.queryByRole('alert')
    if (says === null) expect(alert).toBeNull()
    else expect(alert?.textContent).toMatch(says)
  })

  it('cannot be turned on before a try, and keeps a way in for whoever requires it', async () => {
    await open(setting({ state: 'draft' }, 300))
    expect(screen.getByText('It can be turned on once a try has worked.')).toBeTruthy()
    cleanup()
    await desk.close()
    const asked: unknown[] = []
    const holders = [
      { userEmail: 'eli@firm.example', keys: 1, sessions: 1 },
      { userEmail: 'ida@firm.example', keys: 0, sessions: 1 },
    ]
    await open(setting({ holders }, 300), {
      'sso.put': ({ body, headers }) => {
        asked.push({ ...Object(body), ifMatch: headers.get('If-Match') })
        return new Refusal(400, 'Name at least one active administrator.', 'request.invalid')
      },
    })
    fireEvent.click(screen.getByRole('switch', { name: 'Single sign-on is on' }))
    fireEvent.click(screen.getByRole('switch', { name: 'It is required' }))
    const named = screen.getByLabelText<HTMLTextAreaElement>(/^Who may still use a password/)
    expect(named.value).toContain('@')
    // What it ends is said before, and of whoever is named it is not counted.
    const ends = /2 open sessions and 1 passkey for other applications of 2 people end/
    expect(screen.getByText(ends)).toBeTruthy()
    const spared = `${named.value}\nida@firm.example\neli@firm.example`
    fireEvent.change(named, { target: { value: spared } })
    expect(screen.queryByText(ends)).toBeNull()
    fireEvent.change(named, { target: { value: spared.split('\n')[0] } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Name at least one active administrator.')
    expect(asked).toEqual([
      expect.objectContaining({ on: true, forced: true, exceptions: [named.value], ifMatch: '3' }),
    ])
  })

  it('keeps what is typed in one form while the other is saved, and sends each as it stands', async () => {
    let stands = setting({}, 300)
    const asked: Record<string, unknown>[] = []
    await open(stands, {
      'sso.get': () => ({ setting: stands }),
      'sso.put': ({ body }) => {
        const sent: Record<string, unknown> = { ...Object(body) }
        asked.push(sent)
        stands = setting({ version: 3 + asked.length, createsAccounts: sent.createsAccounts === true }, 300)
        return { setting: stands }
      },
    })
    const domains = screen.getByRole<HTMLInputElement>('textbox', { name: /^Domains/ })
    fireEvent.change(domains, { target: { value: 'firm.example, other.example' } })
    fireEvent.click(screen.getByRole('switch', { name: 'Make accounts at the first sign-in' }))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Single sign-on is saved')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Domains/ }).value).toBe(
      'firm.example, other.example',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Save the provider' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked).toEqual([
      expect.objectContaining({ domains: ['firm.example'], createsAccounts: true }),
      expect.objectContaining({ domains: ['firm.example', 'other.example'], createsAccounts: true }),
    ])
  })

  it('asks for what is missing before anything is sent', async () => {
    await open(null)
    fireEvent.click(screen.getByRole('button', { name: 'Save the provider' }))
    expect(await screen.findByText('Enter the entity ID, or paste the metadata.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Metadata of the provider'), { target: { value: 'oops' } })
    await waitFor(() => expect(screen.getByText(/This is no XML/)).toBeTruthy())
  })
})

describe('an invitation of a client that requires single sign-on', () => {
  const invited = async (signIn: 'provider' | 'blocked', more: Answers = {}) => {
    desk = await openDesk({
      'auth.readInvitation': () => ({
        ...{ state: 'open', email: 'nia@firm.example', name: 'Nia Weber', companyName: 'Larkspur Legal' },
        ...{ signIn, asked: false },
      }),
      ...more,
    })
    desk.show(`/account-invited.html#${'s'.repeat(43)}`)
    await screen.findByRole('heading', { name: 'Welcome to Larkspur Legal' })
  }

  it('asks for a name and no password, and leads to the provider', async () => {
    const asked: unknown[] = []
    await invited('provider', {
      'auth.acceptInvitation': ({ body }) => {
        asked.push(body)
        return { signedIn: false }
      },
      'auth.findSso': ({ body }) => {
        asked.push(body)
        return { url: null }
      },
    })
    expect(screen.queryByLabelText(/password/i)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Set up the account' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Single sign-on' }))
    expect((await screen.findByRole('alert')).textContent).toContain('no single sign-on for this address')
    expect(asked).toEqual([{ token: 's'.repeat(43), name: 'Nia Weber' }, { email: 'nia@firm.example' }])
  })

  it('sets nothing up for an address that does not lead there', async () => {
    await invited('blocked')
    expect(screen.getByRole('main').textContent).toContain('nia@firm.example is not one of its addresses')
    expect(screen.queryByRole('button', { name: 'Set up the account' })).toBeNull()
  })
})

describe('the single sign-on of all clients', () => {
  it('[screen-admin-sso-list] stands in the system settings, with what is required and until when', async () => {
    desk = await openDesk({
      'sso.list': () => ({
        data: [
          {
            ...{
              companyId: 7,
              companyName: 'Larkspur Legal',
              state: 'on',
              forced: true,
              providerId: 'urn:idp',
            },
            ...{ domains: ['firm.example'], certificateEndsAt: inDays(300), changedAt: inDays(-3) },
          },
        ],
        totalCount: 1,
      }),
    })
    await desk.signIn('ProviderAdmin', 'none')
    desk.show('/client/SystemSetting')
    const table = await screen.findByRole('table', { name: 'Single sign-on of clients' })
    for (const says of ['Larkspur Legal', 'Required', 'firm.example', 'urn:idp'])
      expect(table.textContent).toContain(says)
  })
})
