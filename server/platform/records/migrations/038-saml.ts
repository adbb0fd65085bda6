/** Sign-in through the identity providers of clients. */
import type { Migration } from '../migrate.ts'

export const saml: Migration = {
  number: 38,
  name: 'saml',
  statements: () => [],
}
