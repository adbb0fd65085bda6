import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hitsIn } from '#query/hits.ts'
import { image, imagePage, type PdfParts, pageObject, pdf, show, stream } from '#tests/fixtures/pdf.ts'
import { runs, property as test } from '#tests/runs.ts'
import { type Reading, Unreadable } from '../documents/reading.ts'
import { identify } from '../identify/identify.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import { readPdf } from './read-pdf.ts'

const read = (bytes: Buffer, limits: Partial<Limits> = {}): Promise<Reading> =>
  readPdf(bytes, identify(bytes, 'a.pdf'), {
    limits: { ...defaultLimits, ...limits },
    passwords: [],
    name: 'a.pdf',
  })
const readParts = (parts: PdfParts): Promise<Reading> => read(pdf(parts))
const failure = async (bytes: Buffer): Promise<unknown> =>
  read(bytes).then(
    () => null,
    (error: unknown) => error,
  )

describe('the text of a PDF', () => {
  it('is that of its pages in their order, with a form feed between them', async () => {
    const pages = [
      { content: show('First line', 72, 700) + show('second line', 72, 680) },
      {},
      { content: show('Gr\xf6\xdfe \x80') },
    ]
    const { text, flaws, metadata } = await readParts({ pages })
    expect(text).toBe('First line\nsecond line\f\fGröße €')
    expect(flaws).toEqual([])
    expect(metadata).toMatchObject({ Page_Count: ['3'], PDF_Version: ['1.7'] })
    expect(metadata).not.toHaveProperty('Pages_Without_Text')
  })

  it('says that a stream is damaged, behind which PDFium leaves out the rest; not so of pictures, fonts and what has no end', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => show(`line ${(i * 7919) % 1000}`, 72, 700 - i)).join(
      '',
    )
    const packed = deflateSync(lines)
    const damaged = Buffer.from(packed)
    // No block is of this type.
    damaged[2] = 0xff
    const altered = Buffer.from(packed)
    altered.fill(0x5a, altered.length >> 1, (altered.length >> 1) + 8)
    const withContent = (entries: string, bytes: Buffer): Promise<Reading> =>
      readParts({
        pages: [{ content: show('kept') }, { entries: '/Contents 1000 0 R' }],
        objects: { 1000: stream(entries, bytes) },
      })
    const flate = '/Filter /FlateDecode'
    const { flaws, text } = await withContent(flate, damaged)
    expect(text).toContain('kept')
    expect(flaws).toEqual([
      {
        code: 'corrupt',
        reason: 'What its pages draw is damaged: what stands behind the damage could not be read.',
        stage: 'text',
      },
    ])
    expect((await withContent('/Filter [ /FlateDecode ]', damaged)).flaws).toHaveLength(1)
    expect((await withContent(flate, packed)).flaws).toEqual([])
    expect((await withContent(flate, packed.subarray(0, -4))).flaws).toEqual([])
    // What is decoded to other words than were written; a checksum that is cut, or was never made, says nothing of that.
    expect((await withContent(flate, altered)).flaws[0]?.reason).toMatch(/does not fit its checksum/)
    for (const checksum of [Buffer.alloc(4), packed.subarray(-4, -1), Buffer.alloc(0)])
      expect((await withContent(flate, Buffer.concat([packed.subarray(0, -4), checksum]))).flaws).toEqual([])
    // Words of a page do not make a file encrypted.
    const speaks = await readParts({
      pages: [{ content: show('/Encrypt 5 0 R') }, { entries: '/Contents 1000 0 R' }],
      objects: { 1000: stream(flate, damaged) },
    })
    expect(speaks.flaws).toHaveLength(1)
    expect((await withContent(`${flate} /Subtype /Image`, damaged)).flaws).toEqual([])
    expect((await withContent(`${flate} /Length1 100`, damaged)).flaws).toEqual([])
    expect((await withContent(`${flate} /Subtype /Form`, damaged)).flaws).toHaveLength(1)
  })

  it('leaves a word that a line or a page ends within as it is shown, where the search finds it whole and by its parts', async () => {
    const pages = [
      {
        content:
          show('The acquain-', 72, 700) +
          show('tance of an attorney-', 72, 680) +
          show('client privilege is inter\xad', 72, 660) +
          show('national: an acquaintance. It is con-', 72, 640),
      },
      { content: show('fidential.', 72, 700) },
    ]
    const { text } = await readParts({ pages })
    expect(text).toBe(
      'The acquain-\ntance of an attorney-\nclient privilege is inter-\nnational: an acquaintance. It is con-\ffidential.',
    )
    const found = (...tokens: string[]): number => hitsIn(text ?? '', [{ label: '', tokens }], null).length
    expect(found('acquaintance')).toBe(2)
    for (const phrase of [
      ['the', 'acquaintance', 'of', 'an', 'attorney', 'client', 'privilege', 'is', 'inter', 'national'],
      ['client', 'privilege', 'is', 'international'],
      ['is', 'confidential'],
    ])
      expect(found(...phrase)).toBe(1)
    for (const word of ['attorney', 'client', 'attorneyclient', 'international', 'inter', 'confidential'])
      expect([word, found(word)]).toEqual([word, 1])
  })

  it('has what is attached to a page behind the page: comments, fields, where links lead, bookmarks', async () => {
    const annotations = [
      '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /T (Ann Lee) /Contents (Is this privileged?) /Popup 1009 0 R >>',
      '<< /Type /Annot /Subtype /Popup /Rect [0 0 9 9] /Contents (Is this privileged?) >>',
      '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://x.example/deal) >> >>',
      '<< /Type /Annot /Subtype /Link /Rect [9 9 18 18] /A << /S /URI /URI (https://x.example/deal) >> >>',
      '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://shown.example) >> >>',
    ]
    const fields = [
      '<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (Name) /V (Jane Doe) >>',
      '<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Btn /T (Agree) /V /Yes /AS /Yes /AP << /N << /Yes 1030 0 R /Off 1030 0 R >> >> >>',
      '<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Btn /T (Refuse) /V /Off /AS /Off >>',
      '<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Ch /T (Colour) /Opt [[(r) (Red)] [(b) (Blue)]] /V (b) >>',
    ]
    const objects = Object.fromEntries([...annotations, ...fields].map((body, n) => [1001 + n, body]))
    const refs = (from: number, count: number): string =>
      Array.from({ length: count }, (_, n) => `${from + n} 0 R`).join(' ')
    const { text, metadata } = await readParts({
      pages: [
        { content: show('One https://shown.example'), entries: `/Annots [${refs(1001, 9)}]` },
        { content: show('Two: Damages') },
      ],
      catalog: `/AcroForm << /Fields [${refs(1006, 4)}] >> /Outlines 1020 0 R`,
      objects: {
        ...objects,
        1030: stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', ''),
        1020: '<< /First 1021 0 R /Last 1023 0 R >>',
        1021: `<< /Title (Damages) /Parent 1020 0 R /Next 1022 0 R /Dest [${pageObject(1)} 0 R /Fit] >>`,
        1022: `<< /Title (Claims) /Parent 1020 0 R /Next 1023 0 R /Dest [${pageObject(0)} 0 R /Fit] /First 1024 0 R >>`,
        1023: '<< /Title (Nowhere) /Parent 1020 0 R >>',
        1024: `<< /Title (Costs) /Parent 1022 0 R /Dest [${pageObject(1)} 0 R /Fit] >>`,
      },
    })
    expect(text).toBe(
      [
        'One https://shown.example',
        '',
        '[Ann Lee: Is this privileged?]',
        '[https://x.example/deal]',
        '[Name: Jane Doe]',
        '[Agree: Yes]',
        '[Colour: Blue]',
        '[Claims]\fTwo: Damages',
        '',
        '[Costs]',
        '[Nowhere]',
      ].join('\n'),
    )
    expect(metadata.Hidden_Content).toEqual(['Comments', 'Form fields'])
  })

  it('has the values of a form made of XML', async () => {
    const xml =
      '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><f><n>Jane &amp; Co</n><s>Yes</s></f></xfa:data></xfa:datasets>'
    const { text, metadata } = await readParts({
      pages: [{ content: show('Please wait') }],
      catalog: '/AcroForm << /Fields [] /XFA [(datasets) 1000 0 R] >>',
      objects: { 1000: stream('', xml) },
    })
    expect(text).toBe('Please wait\n\nJane & Co\nYes')
    expect(metadata.Hidden_Content).toEqual(['Form fields'])
  })

  it('has the labels and the values of such a form that stands in one stream', async () => {
    const xml = [
      '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform>',
      '<field><caption><value><text>Name of the claimant</text></value></caption><event><script>x = 1</script></event></field>',
      '<draw><value><exData><body><p>Fill in <b>all</b></p></body></exData></value></draw></subform></template>',
      '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><f><n>Jane</n></f></xfa:data></xfa:datasets></xdp:xdp>',
    ].join('')
    const { text } = await readParts({
      pages: [{ content: show('Please wait') }],
      catalog: '/AcroForm << /Fields [] /XFA 1000 0 R >>',
      objects: { 1000: stream('', xml) },
    })
    expect(text).toBe('Please wait\n\nName of the claimant\nFill in all\nJane')
  })

  it('says where the letters of a page stand for others, and that it can be recognised', async () => {
    const words =
      'the board of the company has approved the budget for the second quarter of this year '.repeat(8)
    const others = words.replace(/[a-z]/g, (one) => String.fromCharCode(((one.charCodeAt(0) - 94) % 26) + 97))
    const { flaws, metadata } = await readParts({
      pages: [{ content: show(others) }, { content: show(words) }],
    })
    expect(metadata.Pages_Without_Text).toEqual(['1'])
    expect(flaws).toMatchObject([
      { code: 'noTextYet', reason: expect.stringMatching(/one of its pages is no words.* for others/) },
    ])
  })

  it('says where the letters of a page stand apart, and that it can be recognised', async () => {
    const letters = [...'the board of the company has approved the budget'].join(' ')
    const { text, flaws, metadata } = await readParts({ pages: [{ content: show(letters) }] })
    expect(text).toContain('t h e')
    expect(metadata.Pages_Without_Text).toEqual(['1'])
    expect(flaws).toMatchObject([{ code: 'noTextYet', reason: expect.stringMatching(/is no words/) }])
  })

  it.each([
    [1, 'No text: its page is an image; text recognition is needed.'],
    [3, 'No text: its 3 pages are images; text recognition is needed.'],
  ])('is empty where its pages are images, and says what they need (%i)', async (count, reason) => {
    const pages = [...Array.from({ length: count }, () => imagePage(1000)), {}]
    const reading = await readParts({ pages, objects: { 1000: image } })
    expect(reading).toMatchObject({ text: '', flaws: [{ code: 'noTextYet', reason, stage: 'text' }] })
    expect(reading.metadata.Pages_Without_Text).toEqual([String(count)])
  })

  it('counts the images among pages of text, and is content with them', async () => {
    const pages = [{ content: show('Text') }, imagePage(1000)]
    const reading = await readParts({ pages, objects: { 1000: image } })
    expect(reading).toMatchObject({ text: 'Text\f', flaws: [], metadata: { Pages_Without_Text: ['1'] } })
  })

  it('is not made of characters that stand for no letters', async () => {
    const font =
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 1 /LastChar 2 /Widths [1 1] /CharProcs << /g1 1001 0 R >> /Encoding << /Differences [1 /g1 /g1] >> >>'
    const reading = await readParts({
      pages: [
        {
          content: 'BT /T 12 Tf 72 700 Td <0102> Tj ET',
          entries: '/Resources << /Font << /T 1000 0 R >> >>',
        },
      ],
      objects: { 1000: font, 1001: stream('', '1 0 d0 0 0 1 1 re f') },
    })
    expect(reading.text).toBe('')
    expect(reading.flaws[0]?.reason).toBe(
      'No text: the characters of its page stand for no letters; text recognition is needed.',
    )
  })

  it('ends where the time of a document ends, and says so', async () => {
    const pages = Array.from({ length: 3 }, (_, n) => ({ content: show(`Page ${n}`) }))
    const { text, flaws } = await read(pdf({ pages }), { itemMs: -1000 })
    expect(text).toBe('Page 0')
    expect(flaws).toMatchObject([{ code: 'timedOut', reason: expect.stringContaining('first 1 of its 3') }])
  })
})

describe('what a PDF says about itself', () => {
  it('becomes fields, with its dates as instants', async () => {
    const info =
      "/Title (Merger) /Author <FEFF00C400720067> /Subject (S) /Keywords (k1, k2) /Creator (Word) /Producer (P) /CreationDate (D:20240305090000-06'00') /ModDate (D:191040305090000)"
    const { metadata } = await readParts({ info })
    expect(metadata).toEqual({
      Doc_Title: ['Merger'],
      Author: ['Ärg'],
      Doc_Subject: ['S'],
      Keywords: ['k1, k2'],
      Application: ['Word'],
      Producer: ['P'],
      Created_Date: ['2024-03-05T15:00:00.000Z'],
      Page_Count: ['1'],
      PDF_Version: ['1.7'],
    })
  })

  it('tells of scripts', async () => {
    const { metadata } = await readParts({
      catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>',
    })
    expect(metadata.Hidden_Content).toEqual(['JavaScript'])
  })
})

describe('files inside a PDF', () => {
  const file = (name: string, at: number): string =>
    `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${at} 0 R >> >>`
  const objects = {
    1000: file('plan.txt', 1001),
    1001: stream('/Type /EmbeddedFile /Filter /FlateDecode', deflateSync('the plan')),
    1002: file('../note.txt', 1003),
    1003: stream('/Type /EmbeddedFile', 'a note'),
    1004: '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 1002 0 R >>',
    1005: '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 1000 0 R >>',
    1006: file('gone.txt', 1999),
  }
  const parts: PdfParts = {
    pages: [{ content: show('Cover'), entries: '/Annots [1004 0 R 1005 0 R]' }],
    catalog:
      '/Collection << /View /D >> /Names << /EmbeddedFiles << /Names [(a) 1000 0 R (b) 1006 0 R] >> >>',
    objects,
  }

  it('are taken out, each once, those of the document before those that hang on its pages', async () => {
    const { embedded, metadata, flaws } = await readParts(parts)
    expect(embedded.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
      ['plan.txt', 'the plan'],
      ['../note.txt', 'a note'],
    ])
    expect(metadata.Hidden_Content).toEqual(['Attachments'])
    expect(flaws).toMatchObject([{ code: 'containerPartial', reason: expect.stringContaining('1 of its 3') }])
  })

  it.each([
    ['named there', '<< /F 1001 0 R /UF 1001 0 R /Mac 1003 0 R /Unix 1004 0 R >>'],
    ['in an object of its own', '1005 0 R'],
  ])(
    'are taken out in one copy, and the document says that it has others for other systems: %s',
    async (_, ef) => {
      const { embedded, flaws } = await readParts({
        pages: [{ content: show('Cover') }],
        catalog: '/Names << /EmbeddedFiles << /Names [(a) 1000 0 R (b) 1002 0 R] >> >>',
        objects: {
          1000: `<< /Type /Filespec /F (plan.txt) /EF ${ef} >>`,
          1001: stream('/Type /EmbeddedFile', 'the plan'),
          // Of one system alone; and what a file says is none of the document's.
          1002: file('note.txt', 1006),
          1003: stream('/Type /EmbeddedFile', 'the plan of the Mac'),
          1004: stream('/Type /EmbeddedFile', 'the plan of Unix'),
          1005: '<< /F 1001 0 R /Mac 1003 0 R /Unix 1004 0 R >>',
          1006: stream('/Type /EmbeddedFile', '9 0 obj << /EF << /F 1 0 R /DOS 2 0 R >> >> endobj'),
        },
      })
      expect(embedded.map(({ name }) => name)).toEqual(['plan.txt', 'note.txt'])
      expect(flaws).toMatchObject([{ code: 'containerPartial', reason: expect.stringMatching(/^2 more/) }])
    },
  )

  it('stay in the document where they are too many or too large, and it says so', async () => {
    const few = await read(pdf(parts), { members: 1 })
    expect(few.embedded).toHaveLength(1)
    expect(few.flaws).toMatchObject([{ code: 'tooMany', reason: expect.stringContaining('2 of its files') }])
    const small = await read(pdf(parts), { itemBytes: 7 })
    expect(small.embedded.map(({ name }) => name)).toEqual(['../note.txt'])
    expect(small.flaws.map(({ code }) => code)).toContain('tooLarge')
  })
})

/** A page with a drawing that has `content`, in which it is called X itself. */
const drawing = (content: string): PdfParts => ({
  pages: [
    {
      content: `${show('Here')}/X Do`,
      entries: '/Resources << /Font << /F 3 0 R >> /XObject << /X 1000 0 R >> >>',
    },
  ],
  objects: {
    1000: stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 1000 0 R >> >>',
      content,
    ),
  },
})

describe('a PDF that is not as it should be', () => {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents ${pageObject(0) + 1} 0 R /Resources << /Font << /F 3 0 R >> >> >>`
  it.each<[string, PdfParts]>([
    ['a page tree that holds itself', { objects: { 2: '<< /Type /Pages /Kids [2 0 R] /Count 3 >>' } }],
    [
      'a ring of page trees without a count',
      {
        objects: {
          2: '<< /Type /Pages /Kids [1000 0 R 1000 0 R] >>',
          1000: '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 2 0 R] >>',
        },
      },
    ],
    ['no pages', { objects: { 2: '<< /Type /Pages /Kids [] /Count 0 >>' } }],
    ['no catalog', { objects: { 1: 'null' } }],
  ])('%s: cannot be read', async (_, parts) => {
    expect(await failure(pdf(parts))).toMatchObject({ name: 'Error', code: 'corrupt' })
  })

  it.each<[string, PdfParts, string]>([
    [
      'more pages promised than there are',
      { objects: { 2: `<< /Type /Pages /Kids [${pageObject(0)} 0 R] /Count 900000 >>` } },
      '899999 of its 900000 pages cannot be read.',
    ],
    [
      'a page that is none',
      { objects: { 2: `<< /Type /Pages /Kids [${pageObject(0)} 0 R 1000 0 R] /Count 2 >>`, 1000: '[]' } },
      '1 of its 2 pages cannot be read.',
    ],
  ])('%s: the others are read', async (_, parts, reason) => {
    const reading = await readParts({ pages: [{ content: show('Here') }], ...parts })
    expect(reading).toMatchObject({ text: 'Here', flaws: [{ code: 'corrupt', reason }] })
  })

  it.each<[string, PdfParts]>([
    [
      'parents in a ring',
      {
        objects: {
          2: `<< /Type /Pages /Parent 1000 0 R /Kids [${pageObject(0)} 0 R] /Count 1 >>`,
          1000: '<< /Parent 2 0 R >>',
          [pageObject(0)]: page,
        },
      },
    ],
    [
      'bookmarks in a ring',
      {
        catalog: '/Outlines 1000 0 R',
        objects: {
          1000: '<< /First 1001 0 R >>',
          1001: '<< /Title (Here) /Next 1002 0 R /First 1001 0 R >>',
          1002: '<< /Title (Here) /Next 1001 0 R /First 1000 0 R >>',
        },
      },
    ],
    [
      'fields in a ring',
      {
        catalog: '/AcroForm << /Fields [1000 0 R] >>',
        objects: {
          1000: '<< /FT /Tx /T (a) /Kids [1001 0 R 1001 0 R] >>',
          1001: '<< /T (b) /Kids [1000 0 R 1000 0 R] >>',
        },
      },
    ],
    [
      'names of files in a ring',
      {
        catalog: '/Names << /EmbeddedFiles 1000 0 R >>',
        objects: { 1000: '<< /Kids [1001 0 R 1001 0 R] >>', 1001: '<< /Kids [1000 0 R 1000 0 R] >>' },
      },
    ],
    ['a drawing that draws itself', drawing('/X Do')],
  ])('%s: is read all the same', async (_, parts) => {
    const reading = await readParts({ pages: [{ content: show('Here') }], ...parts })
    expect(reading.text).toBe('Here')
  })

  it('costs nobody else anything where it swells without end', async () => {
    const swelling = pdf(drawing('/X Do /X Do'))
    expect(await failure(swelling)).toMatchObject({ code: 'tooLarge' })
    expect(await readParts({ pages: [{ content: show('Next') }] })).toMatchObject({ text: 'Next', flaws: [] })
    // What was read before it stays.
    const { pages = [], objects = {} } = drawing('/X Do /X Do')
    const behind = await readParts({ pages: [{ content: show('First') }, ...pages], objects })
    expect(behind).toMatchObject({ text: 'First', flaws: [{ code: 'tooLarge' }] })
  })

  test('is read as far as it goes, or cannot be read, wherever it is cut and whatever byte is wrong', async () => {
    const whole = pdf({
      pages: [{ content: show('Here'), entries: '/Annots [1000 0 R]' }, imagePage(1001)],
      catalog:
        '/AcroForm << /Fields [1000 0 R] >> /Outlines 1002 0 R /Names << /EmbeddedFiles << /Names [(a) 1003 0 R] >> >>',
      info: '/Title (T) /CreationDate (D:2024)',
      objects: {
        1000: '<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (Name) /V (Jane) >>',
        1001: image,
        1002: '<< /First 1002 0 R /Title (B) >>',
        1003: '<< /Type /Filespec /F (f) /EF << /F 1004 0 R >> >>',
        1004: stream('/Type /EmbeddedFile /Filter /FlateDecode', deflateSync('content')),
      },
    })
    const wrong = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) })
    const cut = fc.option(fc.nat(whole.length))
    await fc.assert(
      fc.asyncProperty(fc.array(wrong, { maxLength: 6 }), cut, async (changes, length) => {
        const bytes = Buffer.from(whole.subarray(0, length ?? whole.length))
        for (const { at, byte } of changes) if (at < bytes.length) bytes[at] = byte
        const error = await failure(bytes)
        if (error !== null && !(error instanceof Unreadable)) throw error
      }),
      { numRuns: runs(150) },
    )
  })
})
