/** What the menus are made of. Which places there are is declared in one list, beside their addresses and screens. */
import type { ComponentType } from 'react'
import type { Capability } from '#contracts/permission.ts'
import type { PanelId } from '#src/events/catalog/shell.ts'
import type { IconName } from '../ui/icon.tsx'

/** Where the main menu and the palette lead. */
export interface MenuPlace {
  readonly path: string
  /** Of the project that is open; of the client where none is. */
  readonly menu: 'project' | 'client'
  /** Under this title, beside the others of the same. */
  readonly group: string
  readonly label: string
  readonly icon: IconName
  readonly keys?: string
  /** Without one of them the place is not offered. */
  readonly needs?: Capability | readonly Capability[]
  /** The place whose page this is one of: the menu shows that alone, the palette both. */
  readonly under?: string
  /** What is done there, in the words by which people look for it. */
  readonly tasks?: readonly Task[]
}

export interface Task {
  readonly label: string
  readonly icon: IconName
  /** Besides what the place needs. */
  readonly needs?: Capability
}

/** A panel of the menu on review and inspect. */
export interface Panel {
  readonly id: PanelId
  readonly icon: IconName
  readonly keys: string
  /** Without one of them it is not offered. */
  readonly needs?: Capability | readonly Capability[]
  /** Fetched when it is first opened. */
  readonly content: () => Promise<ComponentType>
}

export type May = (capability: Capability) => boolean

const offered = <T extends { readonly needs?: Capability | readonly Capability[] }>(
  of: readonly T[],
  may: May,
): readonly T[] => of.filter(({ needs = [] }) => needs.length === 0 || [needs].flat().some(may))

/** What a menu offers to this person, in the order of the declaration. */
export const placesOf = (
  places: readonly MenuPlace[],
  menu: MenuPlace['menu'],
  may: May,
): readonly MenuPlace[] =>
  offered(
    places.filter((place) => place.menu === menu),
    may,
  )

/** The panels that are offered to this person. */
export const panelsOf = (panels: readonly Panel[], may: May): readonly Panel[] => offered(panels, may)

export const tasksOf = ({ tasks = [] }: MenuPlace, may: May): readonly Task[] => offered(tasks, may)
