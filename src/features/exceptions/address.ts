/** What an address says about which exceptions are listed: what leaves nothing out (null) is not in it. */
export const addressOf = (narrowed: Readonly<Record<string, string | number | null>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(narrowed).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  )
