/** What the server costs while nobody asks for anything. */
import { readFileSync } from 'node:fs'
import { checkAssertion, checkShape, decodeResponse } from '#server/platform/auth/saml/checks.ts'
import { signedAssertion } from '#server/platform/auth/saml/provider.ts'
import { selfSigned } from '#tests/fixtures/certificates.ts'
import { personOf, response } from '#tests/support/identity-provider.ts'
import { openApp } from './app.ts'
import { type Figure, p95 } from './figure.ts'
import { times } from './references.ts'

export async function* figures(): AsyncGenerator<Figure> {
  const { whole, library } = await responseChecked()
  yield {
    group: 'server',
    name: 'one SAML response checked, p95 of 200',
    value: whole,
    unit: 'ms',
    reference: times('the library alone on the same response', library),
    bound: 3,
    better: 'lower',
  }
  const app = await openApp()
  try {
    // A restart, so that the sample matter's import is not counted; then time for what start-up left to be freed.
    await app.restart()
    await new Promise((wake) => setTimeout(wake, 10_000))
    const status = readFileSync(`/proc/${app.pid}/status`, 'utf8')
    const kB = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1])
    yield {
      group: 'server',
      name: 'main server process at rest (RSS)',
      value: kB / 1024,
      unit: 'MB',
      bound: 200,
      better: 'lower',
    }
  } finally {
    await app.close()
  }
}

/** Everything that happens to a response before an account is looked for, and the part of the library in it; ms. */
async function responseChecked(): Promise<{ whole: number; library: number }> {
  const hour = 3_600_000
  const pair = selfSigned('idp.example', new Date(Date.now() - hour), new Date(Date.now() + hour))
  const provider = {
    ...{ providerId: 'urn:idp', entityId: 'https://affiant.example/saml/1', certificates: [pair.cert] },
    ...{ acsUrl: 'https://affiant.example/rest/saml/1/acs', ssoUrl: 'https://idp.example/sso' },
  }
  const options = {
    ...{ ...pair, issuer: provider.providerId, audience: provider.entityId, inResponseTo: '_request' },
    ...{ recipient: provider.acsUrl, destination: provider.acsUrl, lifetimeInSeconds: 300 },
    ...{ signatureAlgorithm: 'rsa-sha256', digestAlgorithm: 'sha256' },
  }
  const field = Buffer.from(await response(options, personOf('ida@firm.example'))).toString('base64')
  const whole: number[] = []
  const library: number[] = []
  for (let round = 0; round < 200; round += 1) {
    const began = performance.now()
    const claimed = await checkShape(decodeResponse(field), provider)
    const atLibrary = performance.now()
    const signed = await signedAssertion(provider, claimed)
    library.push(performance.now() - atLibrary)
    await checkAssertion(signed, { ...provider, requestId: '_request', now: new Date() })
    whole.push(performance.now() - began)
  }
  return { whole: p95(whole), library: p95(library) }
}
