/** Instants among what files say of themselves. */

/**
 * Whether a value is an instant as readers write those: ISO 8601, in UTC. What says no zone, or one in words, is left as it was
 * said, and `Date.parse` would take it for a time of the server's own zone.
 */
export const isInstant = (said: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(said)
