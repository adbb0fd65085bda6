/** The domains of addresses, and what kind of sender or recipient stands behind them. */

/** Domains, in small letters, each once; what is no address (a name of a directory) has none. */
export function domainsOf(addresses: readonly string[]): string[] {
  const domains = addresses.flatMap((address) => {
    const domain = /@([^@\s<>"']+)$/.exec(address.trim())?.[1]
    return domain === undefined ? [] : [domain.toLowerCase().replace(/\.+$/, '')]
  })
  return [...new Set(domains)].filter((domain) => domain !== '').sort()
}

export const domainCategories = ['Personal', 'Government', 'Education', 'Organization', 'Business'] as const
export type DomainCategory = (typeof domainCategories)[number]

/** Mail that people have for themselves; the same names stand under many countries. */
const personal =
  /^(?:.+\.)?(?:gmail|googlemail|yahoo|ymail|rocketmail|hotmail|outlook|live|msn|aol|icloud|me|mac|gmx|web|mail|proton|protonmail|pm|yandex|qq|163|126|t-online|comcast|verizon|sbcglobal|bellsouth|earthlink|juno|netzero|fastmail|zoho|tutanota|hey)\.(?:com?\.)?[a-z]{2,3}$/
const government =
  /(?:^|\.)(?:gov|mil)(?:\.[a-z]{2})?$|(?:^|\.)(?:gouv|gob|govt)\.[a-z]{2}$|(?:^|\.)europa\.eu$/
const education = /(?:^|\.)edu(?:\.[a-z]{2})?$|(?:^|\.)ac\.[a-z]{2}$/
const organization = /(?:^|\.)(?:org|int|ngo)(?:\.[a-z]{2})?$/

/** What kind of domain it is, by its name alone. */
export function categoryOf(domain: string): DomainCategory {
  if (government.test(domain)) return 'Government'
  if (education.test(domain)) return 'Education'
  if (personal.test(domain)) return 'Personal'
  return organization.test(domain) ? 'Organization' : 'Business'
}
