/** Lists with the newest first, of which older rows are asked for page by page. */

/** The rows older than this one; absent: the newest. */
interface Older {
  readonly before?: number | undefined
}

export const pageQuery = ({ before }: Older, limit: number) => ({
  limit,
  ...(before === undefined ? {} : { before }),
})

/** The page with what is held around it: the newest come before older ones that were asked for, and those after. */
export function withPage<R>(
  held: readonly R[],
  page: readonly R[],
  { before }: Older,
  limit: number,
  idOf: (row: R) => number,
): readonly R[] {
  const last = page.at(-1)
  const isEnd = last === undefined || page.length < limit
  return [
    ...(before === undefined ? [] : held.filter((row) => idOf(row) >= before)),
    ...page,
    ...(isEnd ? [] : held.filter((row) => idOf(row) < idOf(last))),
  ]
}
