/** Keys stand in a header, never in an address. */
import type { FastifyRequest } from 'fastify'
import { keyPattern } from '#contracts/api-keys.ts'
import { ApiError } from './error.ts'

/** Addresses stand in logs and histories: a key in one is refused, whoever sends it and whatever else is sent with it. */
export function requireNoKeyInAddress({ url }: FastifyRequest): void {
  let plain = url
  try {
    plain = decodeURIComponent(url)
  } catch {
    // Not encoded as addresses are: looked at as it is.
  }
  if (keyPattern.test(url) || keyPattern.test(plain))
    throw new ApiError(
      'request.invalid',
      'There is a key in the address, where logs keep it. Revoke that key, and send its successor in the header "Authorization: Bearer …".',
      { detail: 'Authorization' },
    )
}
