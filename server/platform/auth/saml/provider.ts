/** The client's identity provider through the library: the request that leads there, and the signature on what comes back. */
import { X509Certificate } from 'node:crypto'
import type { SAML } from '@node-saml/node-saml'
import type { Config } from '../../config.ts'
import { ApiError } from '../../http/error.ts'
import { type Claimed, type Expected, Refusal } from './checks.ts'

/** What the library needs to know of a client's provider. */
export interface Provider extends Expected {
  readonly ssoUrl: string
  /** PEM. */
  readonly certificates: readonly string[]
}

/** Our entity id and address for one client: no other client's provider can assert anything for it. */
export const addressesOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, companyId: number) => ({
  entityId: `${publicUrl}/saml/${companyId}`,
  acsUrl: `${publicUrl}/rest/saml/${companyId}/acs`,
})

async function library(provider: Provider, requestId?: string): Promise<SAML> {
  // Loaded when somebody signs in by it: most servers never need it.
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  return new SAML({
    issuer: provider.entityId,
    audience: provider.entityId,
    callbackUrl: provider.acsUrl,
    entryPoint: provider.ssoUrl,
    idpCert: [...provider.certificates],
    idpIssuer: provider.providerId,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // Requests stand in the records, which all processes share; times are checked by the server's clock (checks.ts).
    validateInResponseTo: ValidateInResponseTo.never,
    acceptedClockSkewMs: -1,
    // How somebody signs in there is the provider's own matter.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  })
}

/** The address at the provider that begins a sign-in. */
export const requestUrl = async (
  provider: Provider,
  requestId: string,
  relayState: string,
): Promise<string> => (await library(provider, requestId)).getAuthorizeUrlAsync(relayState, undefined, {})

/** What of a response is signed by one of the configured certificates; everything else in it is forgotten. */
export async function signedAssertion(provider: Provider, { xml }: Claimed): Promise<string> {
  try {
    const { profile } = await (await library(provider)).validatePostResponseAsync({
      SAMLResponse: Buffer.from(xml).toString('base64'),
    })
    const signed = profile?.getAssertionXml?.()
    if (signed === undefined) throw new Refusal('signature')
    return signed
  } catch (error) {
    if (error instanceof Refusal) throw error
    // The audience is the library's to check as well, and is said by its own name.
    const message = error instanceof Error ? error.message : ''
    throw new Refusal(/audience/i.test(message) ? 'audience' : 'signature', message.slice(0, 100))
  }
}

/** Our side as a provider reads it. */
export function metadataOf({ entityId, acsUrl }: Pick<Expected, 'entityId' | 'acsUrl'>): string {
  const [id, acs] = [escaped(entityId), escaped(acsUrl)]
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${id}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acs}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** A certificate in PEM, whether it came so or as the base64 of metadata. Throws for what the signature cannot be verified by. */
export function readCertificate(given: string): X509Certificate {
  const inside = given.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '')
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(Buffer.from(inside, 'base64'))
  } catch {
    throw new ApiError(
      'request.invalid',
      'This is no X.509 certificate. Paste it with its lines BEGIN and END, or the base64 of the metadata.',
      { detail: 'certificates' },
    )
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new ApiError(
      'request.invalid',
      'The key of the certificate must be RSA with 2048 bits or more. Have the provider issue another.',
      { detail: 'certificates' },
    )
  return certificate
}

/** The certificates whose time it is. */
export const inTime = (certificates: readonly string[], now: Date): string[] =>
  certificates.filter((pem) => {
    const { validFromDate, validToDate } = new X509Certificate(pem)
    return validFromDate <= now && now < validToDate
  })
