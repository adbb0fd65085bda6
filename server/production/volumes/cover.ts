/** What a volume says of itself to people: its cover letter. Pure. */
import type { QualityReport } from '#contracts/production-volumes.ts'

interface Cover {
  readonly production: string
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
    `Production: ${cover.production}`,
    `Volume: ${cover.volume}`,
    `Numbers: ${cover.first} to ${cover.last}`,
    `Documents: ${cover.documents}, of which withheld: ${cover.withheld}, redacted: ${cover.redacted}`,
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
