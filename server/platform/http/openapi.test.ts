import { describe, expect, it } from 'vitest'
import { pathOf } from '#contracts/call.ts'
import { allCalls } from '#contracts/index.ts'
import { openApi } from './openapi.ts'

interface Operation {
  operationId: string
  summary: string
  security: Record<string, unknown>[]
  parameters: { in: string; name: string; required: boolean; schema: Record<string, unknown> }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
  responses: Record<string, { content?: Record<string, { schema: Record<string, unknown> }> }>
}
const document = JSON.parse(JSON.stringify(openApi(allCalls, '1.2.3'))) as {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, unknown> }
}
const operation = (name: string): Operation => {
  const found = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === name)
  if (found === undefined) throw new Error(`no operation ${name}`)
  return found
}

describe('the description of the API', () => {
  it('is OpenAPI 3.1 with each call once', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info.version).toBe('1.2.3')
    for (const call of allCalls) {
      const path = pathOf(call).replace(/:(\w+)/g, '{$1}')
      expect(document.paths[path]?.[call.method.toLowerCase()]?.operationId).toBe(call.name)
    }
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((o) => o.operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(allCalls.length)
  })

  it('points nowhere outside of itself, and to nothing that is not there', () => {
    const references: string[] = []
    walk(document, (key, value) => {
      if (key === '$ref') references.push(String(value))
    })
    for (const reference of references) expect(resolve(reference)).toBeDefined()
    expect(JSON.stringify(document)).not.toContain('#/definitions/')
  })

  it('declares every placeholder of a path, and no other', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters } of Object.values(methods)) {
        const declared = parameters.filter((p) => p.in === 'path')
        expect(declared.map(({ name }) => name).sort()).toEqual([...placeholders].sort())
        for (const { required } of declared) expect(required).toBe(true)
      }
    }
  })

  it('says what a call needs: its headers, its query, its body, its safety', () => {
    const save = operation('coding.save')
    expect(save.security).toEqual([{ token: [], xsrf: [] }, { key: [] }])
    // Keys look after no account.
    expect(operation('auth.putProfile').security).toEqual([{ token: [], xsrf: [] }])
    expect(
      save.parameters.filter((p) => p.in === 'header').map(({ name, required }) => [name, required]),
    ).toEqual([
      ['projectId', true],
      ['Idempotency-Key', true],
      ['If-Match', true],
    ])
    expect(save.requestBody?.content['application/json']?.schema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: expect.arrayContaining(['documentId', 'fields', 'undo']) as unknown,
    })
    const keyOf = (name: string) =>
      operation(name).parameters.find((p) => p.name === 'Idempotency-Key')?.required
    expect([keyOf('tags.apply'), keyOf('jobs.cancel')]).toEqual([true, false])
    // Not looked at there: whoever sends one must not rely on it.
    expect([keyOf('collect.putChunk'), keyOf('auth.putProfile'), keyOf('jobs.list')]).toEqual(
      Array(3).fill(undefined),
    )
    expect(operation('auth.login').security).toEqual([])
    expect(operation('auth.checkReset').parameters).toMatchObject([
      { in: 'header', name: 'Link-Token', required: true },
    ])
    const page = operation('jobs.list').parameters.filter((p) => p.in === 'query')
    expect(page.map(({ name, required }) => [name, required])).toEqual([
      ['before', false],
      ['limit', false],
    ])
    const one = operation('jobs.get').parameters.filter((p) => p.in === 'query')
    expect(one.map(({ name, required }) => [name, required])).toEqual([['jobId', true]])
    for (const call of allCalls) expect(operation(call.name).summary).not.toBe('')
  })

  it('knows bytes from JSON', () => {
    expect(Object.keys(operation('collect.putChunk').requestBody?.content ?? {})).toEqual([
      'application/octet-stream',
    ])
    expect(Object.keys(operation('documents.native').responses['200']?.content ?? {})).toEqual([
      'application/octet-stream',
    ])
    expect(operation('auth.deleteToken').responses['204']).toBeDefined()
    const schema = operation('jobs.get').responses['200']?.content?.['application/json']?.schema
    expect(schema).toMatchObject({ type: 'object', properties: { jobId: { type: 'integer' } } })
  })

  it('names the schemes that its operations use', () => {
    const used = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ security }) => security.flatMap((s) => Object.keys(s))),
    )
    for (const name of used) expect(document.components.securitySchemes).toHaveProperty(name)
  })
})

function walk(value: unknown, visit: (key: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    visit(key, member)
    walk(member, visit)
  }
}

function resolve(reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      document,
    )
}
