/**
 * The versions that a save of coding has seen, as `If-Match` states them: one entity tag per changed field,
 * `"<coding_form_field_id>.<version>"` (RFC 9110, 13.1.1). They are in the header and not in the body because they are
 * taken when the save is sent: under one idempotency key the body must stay the same, the versions need not.
 */

const tag = /^"(\d{1,15})\.(\d{1,15})"$/

/** Versions by `coding_form_field_id`; 0: never coded. */
export type VersionsSeen = ReadonlyMap<number, number>

export const ifMatchOf = (seen: VersionsSeen): string =>
  [...seen].map(([fieldId, version]) => `"${fieldId}.${version}"`).join(', ')

/** Null if the header is not a list of such tags (`*` is refused: it would overwrite values unseen). */
export function versionsSeen(ifMatch: string): VersionsSeen | null {
  const seen = new Map<number, number>()
  for (const part of ifMatch.split(',')) {
    const [, fieldId, version] = tag.exec(part.trim()) ?? []
    if (fieldId === undefined || version === undefined || seen.has(Number(fieldId))) return null
    seen.set(Number(fieldId), Number(version))
  }
  return seen
}
