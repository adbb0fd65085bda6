/** What the tests use of `samlp`, which brings no types. */
declare module 'samlp' {
  export interface Options {
    issuer?: string
    cert: string
    key: string
    audience?: string
    recipient?: string
    destination?: string
    inResponseTo?: string
    lifetimeInSeconds?: number
    signAssertion?: boolean
    signResponse?: boolean
    signatureAlgorithm?: string
    digestAlgorithm?: string
    samlStatusCode?: string
    getPostURL?: (
      audience: string,
      request: Document,
      req: unknown,
      callback: (error: Error | null, url: string) => void,
    ) => void
    getUserFromRequest?: (req: unknown) => Profile
  }
  /** As Passport has it. */
  export interface Profile {
    id: string
    displayName: string
    name: { givenName: string; familyName: string }
    emails: { value: string }[]
  }
  const samlp: {
    getSamlResponse(
      options: Options,
      user: Profile,
      callback: (error: Error | null, xml: string) => void,
    ): void
    parseRequest(
      req: { query: Record<string, string> },
      callback: (error: Error | null, data: { id: string; issuer: string } | undefined) => void,
    ): void
    auth(options: Options): (req: unknown, res: unknown, next: (error?: unknown) => void) => void
    metadata(
      options: Options & {
        redirectEndpointPath: string
        postEndpointPath: string
      },
    ): (req: unknown, res: unknown) => void
  }
  export default samlp
}
