/** What an identity provider's metadata says of itself (SAML 2.0 metadata 2.4.3), read in the browser; nothing of it is sent. */

export interface ProviderFacts {
  readonly providerId: string
  readonly ssoUrl: string
  /** Base64 of each, the first two that sign. */
  readonly certificates: readonly string[]
}

/** Or what is wrong with it, in words. */
export function readMetadata(xml: string): ProviderFacts | string {
  const document = new DOMParser().parseFromString(xml.trim(), 'application/xml')
  if (document.getElementsByTagName('parsererror').length > 0)
    return 'This is no XML. Paste the whole metadata of the provider, from its first line to its last.'
  const descriptors = [...document.getElementsByTagNameNS('*', 'IDPSSODescriptor')]
  const [descriptor] = descriptors
  if (descriptor === undefined)
    return 'This is not the metadata of an identity provider. Look for “IdP metadata” or “federation metadata”.'
  if (descriptors.length > 1)
    return 'This describes more than one provider. Paste the metadata of one of them.'
  const providerId = descriptor.parentElement?.getAttribute('entityID') ?? ''
  const service = [...descriptor.getElementsByTagNameNS('*', 'SingleSignOnService')].find((one) =>
    one.getAttribute('Binding')?.endsWith(':HTTP-Redirect'),
  )
  const ssoUrl = service?.getAttribute('Location') ?? ''
  if (providerId === '') return 'The metadata names no entity id.'
  if (ssoUrl === '') return 'The metadata has no address for sign-in by redirect (HTTP-Redirect).'
  const certificates = [...descriptor.getElementsByTagNameNS('*', 'KeyDescriptor')]
    .filter((key) => (key.getAttribute('use') ?? 'signing') === 'signing')
    .flatMap((key) => [...key.getElementsByTagNameNS('*', 'X509Certificate')])
    .map((certificate) => (certificate.textContent ?? '').replace(/\s+/g, ''))
    .filter((one, at, all) => one !== '' && all.indexOf(one) === at)
    .slice(0, 2)
  if (certificates.length === 0) return 'The metadata has no certificate to verify signatures by.'
  return { providerId, ssoUrl, certificates }
}
