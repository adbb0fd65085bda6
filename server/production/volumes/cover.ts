/** What a volume says of itself to people: its cover letter. Pure. */
import type { QualityReport } from '#contracts/production-volumes.ts'
import type { StoredRun } from '../record/stored.ts'

interface Cover {
  readonly production: Pick<StoredRun, 'production_id' | 'purpose' | 'name'>
  readonly volume: string
  readonly first: string
  readonly last: string
  readonly documents: number
  readonly pages: number
  readonly natives: number
  readonly texts: number
  readonly withheld: number
  readonly redacted: number
  readonly timeZone: string
  readonly encoding: string
  readonly replaced: QualityReport['replaced']
}

/** Nothing of it is content of a document. */
export const coverLetter = (cover: Cover): string =>
  [
    ...headOf(cover),
    `Pages: ${cover.pages}`,
    `Native files: ${cover.natives}`,
    `Text files: ${cover.texts}`,
    `Time zone of dates and times: ${cover.timeZone}`,
    `Encoding of load files: ${cover.encoding}`,
    ...(cover.replaced.length === 0
      ? ['Characters replaced in load files: none']
      : [
          'Characters replaced in load files:',
          ...cover.replaced.map(({ what, count }) => `- ${what}: ${count}`),
        ]),
    'SHA-256 of each file: MANIFEST.csv',
    '',
  ].join('\r\n')

/** The number of an export stands there too: two of the same name are two files. */
function headOf({ production, volume, first, last, documents, withheld, redacted }: Cover): string[] {
  const { production_id: id, purpose, name } = production
  return purpose === 'production'
    ? [
        `Production: ${name}`,
        `Volume: ${volume}`,
        `Numbers: ${first} to ${last}`,
        `Documents: ${documents}, of which withheld: ${withheld}, redacted: ${redacted}`,
      ]
    : [
        `Export: ${name} (${id})`,
        `Volume: ${volume}`,
        `Control numbers: ${first} to ${last}`,
        `Documents: ${documents}, of which redacted: ${redacted}`,
      ]
}
