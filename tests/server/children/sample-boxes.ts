/** Makes all mailboxes of the sample, and says what they are and where it was made. */
import { createHash } from 'node:crypto'
import { mailboxes } from '#server/sample/mailboxes.ts'
import { sampleProjects } from '#server/sample/seed.ts'

const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions()
const boxes = sampleProjects.flatMap(({ topic }) =>
  mailboxes(topic).map(({ custodian, fileName, bytes }) => ({
    name: `${topic}: ${custodian}, ${fileName}`,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })),
)
console.log(JSON.stringify({ where: { timeZone, locale }, boxes }))
