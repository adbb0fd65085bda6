import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addressOf, ConfigError, readConfig, settings, settingsTable } from './config.ts'

describe('the settings', () => {
  it('have defaults for everything', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 4400,
      host: '127.0.0.1',
      databaseUrl: null,
      sample: true,
      samplePassword: null,
      smtpUrl: null,
      supportEmail: null,
      tls: null,
      logLevel: 'info',
      publicUrl: 'http://127.0.0.1:4400',
      metricsToken: null,
      ai: null,
    })
    expect(isAbsolute(config.dataDir)).toBe(true)
    expect(config.version).toMatch(/^\d+\.\d+\.\d+/)
  })

  it('take an empty value for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', AFFIANT_SAMPLE: '' })).toMatchObject({
      port: 4400,
      databaseUrl: null,
      sample: true,
    })
  })

  it('are read', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::1',
      DATABASE_URL: 'postgres://u:p@db.example/affiant',
      AFFIANT_SAMPLE: 'OFF',
      AFFIANT_SAMPLE_PASSWORD: 'correct horse battery',
      SMTP_URL: 'smtps://mail.example',
      SUPPORT_EMAIL: 'help@provider.example',
      LOG_LEVEL: 'WARN',
      PUBLIC_URL: 'https://review.example/',
      METRICS_TOKEN: 'figures-for-the-monitor',
    })
    expect(config).toMatchObject({
      port: 0,
      databaseUrl: 'postgres://u:p@db.example/affiant',
      sample: false,
      samplePassword: 'correct horse battery',
      smtpUrl: 'smtps://mail.example',
      supportEmail: 'help@provider.example',
      logLevel: 'warn',
      publicUrl: 'https://review.example',
      metricsToken: 'figures-for-the-monitor',
    })
  })

  it('name the hosts that the server answers to', () => {
    const hosts = (env: Record<string, string>) => readConfig(env).hosts
    expect(hosts({})).toEqual(['127.0.0.1', 'localhost', '[::1]'])
    const given = {
      PUBLIC_URL: 'https://Review.example:8443/',
      HOST: '0.0.0.0',
      AFFIANT_HOSTS: ' Old.example., [FD00::1] ',
    }
    expect(hosts(given)).toEqual([
      ...['review.example', 'localhost', '127.0.0.1', '[::1]'],
      ...['old.example', '[fd00::1]'],
    ])
    expect(hosts({ HOST: '::' })).toEqual(['localhost', '127.0.0.1', '[::1]'])
    expect(hosts({ HOST: 'fd00::2' })).toContain('[fd00::2]')
    for (const bad of ['https://review.example', 'review.example:8443', 'a b', '*', 'a/b'])
      expect(() => hosts({ AFFIANT_HOSTS: `ok.example,${bad}` })).toThrow(/^AFFIANT_HOSTS has "/)
  })

  it('find LibreOffice, where it is not named or switched off', () => {
    const folder = mkdtempSync(join(tmpdir(), 'affiant-config-'))
    const soffice = join(folder, 'soffice')
    try {
      expect(readConfig({ PATH: folder }).soffice).toBe(null)
      writeFileSync(soffice, '')
      expect(readConfig({ PATH: `/nowhere:${folder}` }).soffice).toBe(soffice)
      expect(readConfig({ PATH: folder, AFFIANT_SOFFICE: 'off' }).soffice).toBe(null)
      expect(readConfig({ PATH: '', AFFIANT_SOFFICE: soffice }).soffice).toBe(soffice)
      expect(() => readConfig({ AFFIANT_SOFFICE: join(folder, 'other') })).toThrow(/AFFIANT_SOFFICE/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('find the data of languages, where they are not named or switched off', () => {
    const folder = mkdtempSync(join(tmpdir(), 'affiant-config-'))
    try {
      expect(readConfig({ AFFIANT_TESSDATA: folder }).tessdata).toBe(realpathSync(folder))
      expect(readConfig({ AFFIANT_TESSDATA: 'off' }).tessdata).toBe(null)
      expect([null, '/usr/share/tesseract-ocr/5/tessdata', '/usr/share/tessdata']).toContain(
        readConfig({}).tessdata,
      )
      expect(() => readConfig({ AFFIANT_TESSDATA: join(folder, 'other') })).toThrow(/AFFIANT_TESSDATA/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('name an endpoint whole or not at all', () => {
    const ai = { AI_BASE_URL: 'https://ai.example/v1/', AI_API_KEY: 'sk-1', AI_MODEL: 'scribe' }
    expect(readConfig(ai).ai).toEqual({
      baseUrl: 'https://ai.example/v1',
      apiKey: 'sk-1',
      model: 'scribe',
      transcribeModel: 'scribe',
    })
    expect(readConfig({ ...ai, AI_TRANSCRIBE_MODEL: 'hear' }).ai?.transcribeModel).toBe('hear')
    for (const name of Object.keys(ai))
      expect(() => readConfig({ ...ai, [name]: '' })).toThrow(`${name} must be set as well`)
    for (const bad of ['https://u:sk-1@ai.example/v1', 'https://ai.example/v1?key=sk-1', 'ai.example'])
      expect(() => readConfig({ ...ai, AI_BASE_URL: bad })).toThrow(/^AI_BASE_URL (?!.*sk-1)/)
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'not an address'],
    ['AFFIANT_SAMPLE', 'maybe'],
    ['AFFIANT_SAMPLE_PASSWORD', 'short'],
    ['SMTP_URL', 'https://mail.example'],
    ['SUPPORT_EMAIL', 'a@b.example, c@d.example'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_URL', 'ftp://x'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'has a blank in its middle'],
    ['TLS_CERT', '/nowhere/cert.pem'],
  ])('refuse %s=%s by its name', (name, value) => {
    const also = name === 'TLS_CERT' ? { TLS_KEY: '/nowhere/key.pem' } : {}
    const read = () => readConfig({ ...also, [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} `))
  })

  it('never repeat an address that may hold a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:secret@db' })).toThrow(/^((?!secret).)*$/)
  })

  it('want certificate and key together, and read both', () => {
    expect(() => readConfig({ TLS_CERT: 'x' })).toThrow(/^TLS_KEY /)
    expect(() => readConfig({ TLS_KEY: 'x' })).toThrow(/^TLS_CERT /)
    const dir = mkdtempSync(join(tmpdir(), 'affiant-config-'))
    writeFileSync(join(dir, 'c.pem'), 'CERT')
    writeFileSync(join(dir, 'k.pem'), 'KEY')
    const config = readConfig({ TLS_CERT: join(dir, 'c.pem'), TLS_KEY: join(dir, 'k.pem') })
    expect(config.tls).toEqual({ cert: 'CERT', key: 'KEY' })
    expect(config.publicUrl).toBe('https://127.0.0.1:4400')
    rmSync(dir, { recursive: true })
  })

  it('are on the page of the docs, each with its default and meaning', () => {
    const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')
    expect(page).toContain(settingsTable())
    expect(settings.length).toBeGreaterThan(10)
  })

  it('show addresses as people type them', () => {
    expect(addressOf(false, '0.0.0.0', 80)).toBe('http://localhost:80')
    expect(addressOf(true, '::1', 4400)).toBe('https://[::1]:4400')
  })
})
