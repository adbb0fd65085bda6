/** What is wrong in what is being prepared, by where it stands: nothing is saved before it is put right. */
import type * as z from 'zod/mini'
import {
  type ProductionSettings,
  productionLimits,
  productionSettings,
} from '#contracts/production-settings.ts'

/** The parts of the screen, in their order. */
export const parts = [
  { id: 'what', title: 'What goes out' },
  { id: 'order', title: 'Order' },
  { id: 'numbering', title: 'Numbering' },
  { id: 'stamps', title: 'Endorsements' },
  { id: 'withheld', title: 'Withheld' },
  { id: 'designations', title: 'Designations' },
  { id: 'types', title: 'How files go out' },
  { id: 'images', title: 'Images and text' },
  { id: 'loadFile', title: 'Load file' },
  { id: 'volume', title: 'Volumes' },
] as const
export type PartId = (typeof parts)[number]['id']

/** The part in which a setting stands. */
const partOf: Readonly<Record<keyof ProductionSettings, PartId>> = {
  set: 'what',
  families: 'what',
  order: 'order',
  numbering: 'numbering',
  stamps: 'stamps',
  withheld: 'withheld',
  restriction: 'withheld',
  failedSlipSheet: 'types',
  designations: 'designations',
  designateFamilies: 'designations',
  exclusiveDesignations: 'designations',
  needsDesignation: 'designations',
  goesAs: 'types',
  nativeSlipSheet: 'types',
  images: 'images',
  texts: 'images',
  loadFile: 'loadFile',
  volume: 'volume',
}

export interface Faults {
  /** By the path of the setting, as `numbering.prefix`. */
  readonly at: ReadonlyMap<string, string>
  /** Parts that have any. */
  readonly parts: ReadonlySet<PartId>
}

const { digits, filesPerFolder, volumeGigabytes } = productionLimits

/** What is to be done where a setting cannot be as it is. */
const sentences: readonly (readonly [path: RegExp, sentence: string])[] = [
  [/^set\./, 'This search cannot be made.'],
  [/^numbering\.prefix$/, 'Letters, digits, _, . and -, at most 20, not ending with a digit.'],
  [/^numbering\.digits$/, `From ${digits.least} to ${digits.most} digits.`],
  [/^numbering\.start$/, 'Write a whole number from 1, or leave it empty for the next free one.'],
  [/^stamps\./, 'Write a text of one line, or choose something else for this place.'],
  [/^(withheld\.\d+\.query|designations\.\d+\.query)$/, 'Write the search that finds these documents.'],
  [/^(restriction|needsDesignation)$/, 'Write the search, or turn this off.'],
  [/^designations\.\d+\.text$/, 'Write the designation, on one line.'],
  [/lipSheet\.?/, 'Write what stands on the slip sheet, at most 500 characters, or upload a page.'],
  [/^loadFile\.formats$/, 'Choose at least one format.'],
  [/^loadFile\.columns$/, 'Give the load file at least one column.'],
  [/^loadFile\.columns\.\d+\.name$/, 'Write the name of the column.'],
  [/^volume\.name$/, 'Letters, then two to four digits, as VOL001.'],
  [/^volume\.filesPerFolder$/, `From ${filesPerFolder.least} to ${filesPerFolder.most} files.`],
  [/^volume\.gigabytes$/, `From ${volumeGigabytes.least} to ${volumeGigabytes.most} GB.`],
]

/** Two columns of one name: the receiver could not tell them apart. */
function twice({
  loadFile: { columns },
}: Pick<ProductionSettings, 'loadFile'>): readonly (readonly [string, string])[] {
  const known = new Set<string>()
  return columns.flatMap(({ name }, at) => {
    const key = name.trim().toLowerCase()
    if (key === '' || !known.has(key)) {
      known.add(key)
      return []
    }
    return [[`loadFile.columns.${at}.name`, 'Another column has this name.'] as const]
  })
}

/** What is wrong in the settings of a production or an export, by the path of each. */
export function settingFaults<S extends Pick<ProductionSettings, 'loadFile'>>(
  schema: z.ZodMiniType,
  settings: S,
): Map<string, string> {
  const at = new Map<string, string>()
  const found = schema.safeParse(settings)
  for (const { path } of found.error?.issues ?? []) {
    const where = path.join('.')
    at.set(where, sentences.find(([one]) => one.test(where))?.[1] ?? 'This cannot be saved as it is.')
  }
  for (const [where, sentence] of twice(settings)) at.set(where, sentence)
  return at
}

export function faultsOf(settings: ProductionSettings): Faults {
  const at = settingFaults(productionSettings, settings)
  const faulty = [...at.keys()].map((where) => partOf[where.split('.')[0] as keyof ProductionSettings])
  return { at, parts: new Set(faulty) }
}

/** What is wrong with a setting or with anything in it; null: nothing. */
export function faultIn({ at }: Pick<Faults, 'at'>, path: string): string | null {
  for (const [where, sentence] of at) if (where === path || where.startsWith(`${path}.`)) return sentence
  return null
}
