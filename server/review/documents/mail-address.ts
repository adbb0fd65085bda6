/** An address of a mail: as it is shown, and as it is compared. */

export interface Address {
  readonly name: string
  readonly address: string
}

/** What stands for an address where two are compared: lower case; a name only where there is no address. */
export const addressKey = (a: Address): string => (a.address === '' ? a.name : a.address).toLowerCase()

/** As people read it: `Mann, Kay <kay.mann@example.com>`. */
export function showAddress(a: Address): string {
  if (a.address === '') return a.name
  return a.name === '' || a.name === a.address ? a.address : `${a.name} <${a.address}>`
}
