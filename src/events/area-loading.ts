/** Areas of the program that are fetched on demand, as the bus and the logs see them. */
export interface AreaLoading<Area = unknown> {
  /** The area of a command's or an event's type that is not loaded; null: it is, or there is no such area. */
  readonly missing: (type: string) => string | null
  /** Answers false where one of them cannot be fetched. */
  readonly load: (names: readonly string[]) => Promise<boolean>
  /** Calls back as an area is loaded, in the order of subscribing. Answers how to stop. */
  readonly subscribe: (loaded: (area: Area) => void) => () => void
}

/** All areas are there from the start. */
export const everythingLoaded: AreaLoading = {
  missing: () => null,
  load: () => Promise.resolve(true),
  subscribe: () => () => undefined,
}

/** A state or a declaration was needed whose area is not loaded: whoever needs it loads the area and tries again. */
export class AreaNotLoaded extends Error {
  override readonly name = 'AreaNotLoaded'
  readonly area: string
  constructor(area: string) {
    super(`The area ${area} is not loaded`)
    this.area = area
  }
}
