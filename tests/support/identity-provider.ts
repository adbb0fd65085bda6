/** An identity provider over HTTP (samlp): whoever comes with a request is signed in as the person of the moment. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import samlp, { type Options, type Profile } from 'samlp'
import type { KeyAndCertificate } from '#tests/fixtures/certificates.ts'

/** Names of the claims that samlp sends. */
export const claimNames = {
  email: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  name: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
} as const

export const personOf = (email: string, name = 'Ida Roth'): Profile => ({
  id: email,
  displayName: name,
  name: { givenName: name, familyName: '' },
  emails: [{ value: email }],
})

export interface IdentityProvider {
  readonly url: string
  readonly entityId: string
  /** Whom it signs in from now on. */
  person: Profile
  /** As it is pasted on the page of the client settings. */
  readonly metadata: string
  [Symbol.asyncDispose](): Promise<void>
}

export async function startProvider(
  pair: KeyAndCertificate,
  acsUrl: () => string,
): Promise<IdentityProvider> {
  const entityId = 'urn:idp.firm.example'
  let person = personOf('nobody@firm.example')
  const server = createServer((raw, answer) => {
    const url = new URL(raw.url ?? '/', 'http://provider')
    const req = {
      method: 'GET',
      url: raw.url,
      headers: raw.headers,
      query: Object.fromEntries(url.searchParams),
    }
    const res = {
      set: (name: string, value: string) => answer.setHeader(name, value),
      send: (first: string | number, text?: string) => answer.end(text ?? String(first)),
    }
    const acs = acsUrl()
    samlp.auth({
      ...pair,
      issuer: entityId,
      recipient: acs,
      destination: acs,
      lifetimeInSeconds: 300,
      getPostURL: (_audience, _request, _req, callback) => callback(null, acs),
      getUserFromRequest: () => person,
    })(req, res, (error) => {
      answer.statusCode = 500
      answer.end(String(error))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sso`
  const base64 = pair.cert.replace(/-----[^-]+-----|\s/g, '')
  return {
    url,
    entityId,
    get person() {
      return person
    },
    set person(next) {
      person = next
    },
    metadata: `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${base64}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${url}/post"/>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${url}"/>
  </IDPSSODescriptor>
</EntityDescriptor>`,
    [Symbol.asyncDispose]: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

/** A response as this provider signs it. */
export const response = (options: Options, person: Profile): Promise<string> =>
  new Promise((done, fail) => {
    samlp.getSamlResponse(options, person, (error, xml) => (error === null ? done(xml) : fail(error)))
  })
