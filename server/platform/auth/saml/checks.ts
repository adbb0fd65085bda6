/**
 * What a response of an identity provider must be, beyond what the library checks (docs/decisions/0109): it verifies the
 * signature by the configured certificates; that the response is meant for this client, this address, this request and this
 * moment is checked here, and all of it in what was signed. Sources: SAML 2.0 core and profiles 4.1.4.3, and the OWASP sheet on
 * SAML. Nothing here reads a clock or the records.
 */
import { email as emailForm } from '#contracts/auth.ts'
import { mostResponseBytes } from '#contracts/sso.ts'

/** Why a response is refused; stands in the security log. */
export type RefusalReason =
  | 'tooLarge'
  | 'malformed'
  | 'documentType'
  | 'comment'
  | 'status'
  | 'notOneAssertion'
  | 'encrypted'
  | 'unsigned'
  | 'signature'
  | 'algorithm'
  | 'issuer'
  | 'destination'
  | 'recipient'
  | 'inResponseTo'
  | 'audience'
  | 'expired'
  | 'early'
  | 'noAddress'

/** Thrown where a response does not hold. */
export class Refusal extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, detail = '') {
    super(detail === '' ? reason : `${reason}: ${detail}`)
    this.name = 'Refusal'
    this.reason = reason
  }
}

/** How far the clocks of the provider and of this server may be apart, in ms. */
const skewMs = 2 * 60_000

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const assertionSpace = 'urn:oasis:names:tc:SAML:2.0:assertion'
const signatureSpace = 'http://www.w3.org/2000/09/xmldsig#'
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** SHA-1 is not among them, and nothing that the library cannot verify. */
const algorithms: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  CanonicalizationMethod: ['http://www.w3.org/2001/10/xml-exc-c14n#'],
  Transform: [`${signatureSpace}enveloped-signature`, 'http://www.w3.org/2001/10/xml-exc-c14n#'],
}

/** What a response must be an answer to. */
export interface Expected {
  /** Entity id of the client's provider. */
  readonly providerId: string
  /** Our entity id for this client. */
  readonly entityId: string
  readonly acsUrl: string
}

/** A response as it came, before anything in it is believed. */
export interface Claimed {
  readonly xml: string
  /** Which request it says that it answers: to be looked up, and compared with what was signed. */
  readonly inResponseTo: string
}

/** What a signed assertion says. */
export interface Asserted {
  readonly assertionId: string
  /** When the assertion cannot be used any more, skew included. */
  readonly usableUntil: Date
  readonly nameId: string
  readonly claims: readonly { readonly name: string; readonly values: readonly string[] }[]
}

/** The XML of a response as the form carries it. Throws before any of it is parsed. */
export function decodeResponse(field: string | undefined): string {
  const text = (field ?? '').replace(/\s+/g, '')
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new Refusal('malformed')
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > mostResponseBytes) throw new Refusal('tooLarge')
  let xml: string
  try {
    xml = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw new Refusal('malformed')
  }
  // Entities need a document type, and no response has a reason for either.
  if (/<!(doctype|entity)/i.test(xml)) throw new Refusal('documentType')
  return xml
}

/** What can be refused before the signature is verified: the shape, the algorithms, and where the response was sent. */
export async function checkShape(xml: string, { providerId, acsUrl }: Expected): Promise<Claimed> {
  const document = await parsed(xml)
  const root = document.documentElement
  if (root.localName !== 'Response' || root.namespaceURI !== protocol) throw new Refusal('malformed')
  // A comment is in no signature: it can cut a name in two that was signed as one.
  if (hasOther(document)) throw new Refusal('comment')
  if (all(document, 'EncryptedAssertion').length > 0) throw new Refusal('encrypted')
  const status = children(child(root, protocol, 'Status'), protocol, 'StatusCode')[0]?.getAttribute('Value')
  if (status !== success) throw new Refusal('status', (status ?? '').slice(-40))
  // Anywhere in the document, whatever its namespace: a second one has only one use.
  const [assertion, ...others] = all(document, 'Assertion')
  if (assertion === undefined || others.length > 0) throw new Refusal('notOneAssertion')
  if (assertion.parentNode !== root || assertion.namespaceURI !== assertionSpace)
    throw new Refusal('notOneAssertion')
  const signatures = all(document, 'Signature')
  if (signatures.some(({ parentNode }) => parentNode !== root && parentNode !== assertion))
    throw new Refusal('signature')
  if (children(assertion, signatureSpace, 'Signature').length !== 1) throw new Refusal('unsigned')
  checkAlgorithms(document)
  if (root.getAttribute('Destination') !== acsUrl) throw new Refusal('destination')
  const issuer = children(root, assertionSpace, 'Issuer')
  if (issuer.length > 1 || issuer.some((one) => textOf(one) !== providerId)) throw new Refusal('issuer')
  const inResponseTo = root.getAttribute('InResponseTo') ?? ''
  if (inResponseTo === '') throw new Refusal('inResponseTo')
  return { xml, inResponseTo }
}

/** What was signed: whom it is of, for whom, in answer to what, and whether its time is now. */
export async function checkAssertion(
  signed: string,
  {
    providerId,
    entityId,
    acsUrl,
    requestId,
    now,
  }: Expected & { readonly requestId: string; readonly now: Date },
): Promise<Asserted> {
  const document = await parsed(signed)
  const assertion = document.documentElement
  if (assertion.localName !== 'Assertion' || assertion.namespaceURI !== assertionSpace)
    throw new Refusal('signature')
  const one = (name: string): Element | undefined => only(assertion, name)
  if (textOf(one('Issuer')) !== providerId) throw new Refusal('issuer')
  const conditions = one('Conditions')
  if (conditions === undefined) throw new Refusal('audience')
  const conditionsEnd = checkTimes(conditions, now)
  const restrictions = children(conditions, assertionSpace, 'AudienceRestriction')
  const isForUs = (restriction: Element): boolean =>
    children(restriction, assertionSpace, 'Audience').some((audience) => textOf(audience) === entityId)
  if (restrictions.length === 0 || !restrictions.every(isForUs)) throw new Refusal('audience')
  const subject = one('Subject')
  const confirmations = children(subject, assertionSpace, 'SubjectConfirmation')
  if (confirmations.length !== 1 || confirmations[0]?.getAttribute('Method') !== bearer)
    throw new Refusal('recipient', 'confirmation')
  const data = children(confirmations[0], assertionSpace, 'SubjectConfirmationData')[0]
  if (data?.getAttribute('Recipient') !== acsUrl) throw new Refusal('recipient')
  if (data.getAttribute('InResponseTo') !== requestId) throw new Refusal('inResponseTo')
  const dataEnd = checkTimes(data, now)
  const ends = [conditionsEnd, dataEnd].filter((end) => end !== null)
  // One that never ends would have to be remembered for ever.
  if (dataEnd === null || ends.length === 0) throw new Refusal('expired', 'no end')
  const assertionId = assertion.getAttribute('ID') ?? ''
  if (assertionId === '') throw new Refusal('malformed', 'ID')
  return {
    assertionId,
    usableUntil: new Date(Math.min(...ends) + skewMs),
    nameId: textOf(only(subject, 'NameID')),
    claims: claimsOf(assertion),
  }
}

/** The address that the provider names; throws where it names none, or several. */
export function addressOf({ nameId, claims }: Asserted, emailClaim: string): string {
  const values = emailClaim === '' ? [nameId] : valuesOf(claims, emailClaim)
  const parsedAddress = emailForm.safeParse(values.length === 1 ? values[0] : '')
  if (!parsedAddress.success) throw new Refusal('noAddress')
  return parsedAddress.data
}

/** The name that the provider gives; empty where it gives none. */
export const nameOf = ({ claims }: Asserted, nameClaim: string): string =>
  (nameClaim === '' ? [] : valuesOf(claims, nameClaim)).join(' ').replace(/\s+/g, ' ').trim().slice(0, 100)

/** The part of an address after the @. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

const valuesOf = (claims: Asserted['claims'], name: string): readonly string[] =>
  claims.filter((claim) => claim.name === name).flatMap(({ values }) => values)

async function parsed(xml: string): Promise<Document> {
  // Read when the first response comes: most servers never see one.
  const { parseDomFromString } = await import('@node-saml/node-saml/lib/xml.js')
  try {
    return await parseDomFromString(xml)
  } catch {
    throw new Refusal('malformed')
  }
}

/** Every element of a name within, in whatever namespace. */
const all = (within: Node, name: string): Element[] =>
  nodesIn(within).flatMap((node) => [
    ...(node.nodeType === 1 && (node as Element).localName === name ? [node as Element] : []),
    ...all(node, name),
  ])

/** What stands directly in a node; the parser's texts have no list of it, whatever the type says. */
function nodesIn(node: Node): Node[] {
  const inside: ArrayLike<Node> | null = node.childNodes
  return Array.from(inside ?? [])
}

const children = (of: Element | undefined, space: string, name: string): Element[] =>
  of === undefined
    ? []
    : nodesIn(of).filter(
        (node): node is Element =>
          node.nodeType === 1 &&
          (node as Element).localName === name &&
          (node as Element).namespaceURI === space,
      )

const child = (of: Element, space: string, name: string): Element | undefined => children(of, space, name)[0]

/** The one child of this name; throws where there are more. */
function only(of: Element | undefined, name: string): Element | undefined {
  const found = children(of, assertionSpace, name)
  if (found.length > 1) throw new Refusal('malformed', name)
  return found[0]
}

const textOf = (element: Element | undefined): string => (element?.textContent ?? '').trim()

/** Whether there is a comment or a processing instruction anywhere. */
function hasOther(node: Node): boolean {
  return nodesIn(node).some(
    (one) =>
      one.nodeType === 8 ||
      // The declaration of the XML itself is none.
      (one.nodeType === 7 && one.nodeName !== 'xml') ||
      hasOther(one),
  )
}

function checkAlgorithms(document: Document): void {
  for (const [name, allowed] of Object.entries(algorithms))
    for (const element of all(document, name))
      if (
        element.namespaceURI === signatureSpace &&
        !allowed.includes(element.getAttribute('Algorithm') ?? '')
      )
        throw new Refusal('algorithm', (element.getAttribute('Algorithm') ?? '').slice(-60))
}

/** Throws where its time is over or has not come; answers its end in ms, null where it has none. */
function checkTimes(element: Element, now: Date): number | null {
  const timeOf = (name: string): number | null => {
    const said = element.getAttribute(name) ?? ''
    if (said === '') return null
    const at = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(said) ? Date.parse(said) : Number.NaN
    if (Number.isNaN(at)) throw new Refusal('malformed', name)
    return at
  }
  const start = timeOf('NotBefore')
  const end = timeOf('NotOnOrAfter')
  if (start !== null && now.getTime() < start - skewMs) throw new Refusal('early')
  if (end !== null && now.getTime() >= end + skewMs) throw new Refusal('expired')
  return end
}

const claimsOf = (assertion: Element): Asserted['claims'] =>
  children(assertion, assertionSpace, 'AttributeStatement')
    .flatMap((statement) => children(statement, assertionSpace, 'Attribute'))
    .map((attribute) => ({
      name: attribute.getAttribute('Name') ?? '',
      values: children(attribute, assertionSpace, 'AttributeValue').map(textOf),
    }))
