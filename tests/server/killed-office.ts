/** A server that is killed while it converts: `soffice`, folder of its working files, file to make. Its document comes by stdin. */
import { openOffice } from '#server/platform/office/office.ts'

// As the server's own files are: nobody else's.
process.umask(0o077)
const [soffice = '', spool = '', to = ''] = process.argv.slice(2)
const office = openOffice(soffice, spool)
const { signal } = new AbortController()
await office.convert({ document: process.stdin, extension: 'odt', to, urgent: true, signal })
