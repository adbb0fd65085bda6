/** The API's description (OpenAPI 3.1), made from the contracts: one operation a call, schemas in place, no references. */
import * as z from 'zod/mini'
import { callsOfKeys } from '#contracts/api-keys.ts'
import { type AnyCall, cookies, headers, idempotencyKeyPattern, pathOf } from '#contracts/call.ts'
import { errorReply } from '#contracts/errors.ts'
import { bytesType, formType } from './json.ts'

type Json = Record<string, unknown>

/** The whole document. */
export function openApi(calls: readonly AnyCall[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = pathOf(call).replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Affiant',
      version,
      description:
        'Every call names its project in a header; writes carry the access token and the XSRF pair (cookie and header), and those that say so an Idempotency-Key.',
    },
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: headers.token },
        xsrf: { type: 'apiKey', in: 'header', name: headers.xsrf },
        cookie: { type: 'apiKey', in: 'cookie', name: cookies.session },
        key: { type: 'http', scheme: 'bearer', description: 'A key that somebody made for an application.' },
      },
    },
  }
}

function operation(call: AnyCall): Json {
  const body =
    call.rawBody === true
      ? bytesBody
      : objectBody(call, call.formBody === true ? formType : 'application/json')
  return {
    operationId: call.name,
    tags: [call.name.split('.')[0]],
    summary: call.summary,
    'x-needs': call.needs,
    'x-scope': call.scope,
    security: securityOf(call),
    parameters: [
      ...fieldsOf(call.params).map((field) => parameter('path', { ...field, required: true })),
      ...fieldsOf(call.query).map((field) => parameter('query', field)),
      ...headerParameters(call),
    ],
    ...(body === null ? {} : { requestBody: body }),
    responses: { ...success(call), default: failure },
  }
}

function success(call: AnyCall): Json {
  if (call.rawReply === true)
    return {
      200: { description: 'The bytes.', content: { [bytesType]: { schema: { format: 'binary' } } } },
    }
  if (call.reply instanceof z.ZodMiniVoid) return { 204: { description: 'Done.' } }
  return {
    200: {
      description: 'Done.',
      content: { 'application/json': { schema: schemaOf(call.reply, 'output') } },
    },
  }
}

const bytesBody = { required: true, content: { [bytesType]: { schema: { format: 'binary' } } } }

function objectBody(call: AnyCall, type: string): Json | null {
  const schema = schemaOf(call.body, 'input')
  const empty = schema.type === 'object' && Object.keys(Object(schema.properties)).length === 0
  return empty ? null : { required: true, content: { [type]: { schema } } }
}

function securityOf(call: AnyCall): Json[] {
  if (call.needs === 'public') return []
  const byKey = call.scope === 'project' || callsOfKeys.has(call.name) ? [{ key: [] }] : []
  return [...bySession(call), ...byKey]
}

function bySession(call: AnyCall): Json[] {
  if (call.method !== 'GET') return [{ token: [], xsrf: [] }]
  return call.rawReply === true ? [{ token: [] }, { cookie: [] }] : [{ token: [] }]
}

function headerParameters(call: AnyCall): Json[] {
  const text = { type: 'string' }
  const project = { name: headers.project, required: call.rawReply !== true, schema: { type: 'integer' } }
  const key = {
    name: headers.idempotencyKey,
    required: call.idempotencyKey === 'required',
    description: 'The same key again answers what the first call did, and does nothing.',
    schema: { ...text, pattern: idempotencyKeyPattern.source },
  }
  const link = { name: headers.linkToken, required: true, schema: text }
  const match = {
    name: headers.ifMatch,
    required: call.ifMatchIsOptional !== true,
    description: call.ifMatch,
    schema: text,
  }
  return [
    ...(call.scope === 'project' ? [parameter('header', project)] : []),
    ...(call.idempotencyKey === 'none' ? [] : [parameter('header', key)]),
    ...(call.ifMatch === undefined ? [] : [parameter('header', match)]),
    ...(call.linkToken === true ? [parameter('header', link)] : []),
  ]
}

interface Field {
  readonly name: string
  readonly required: boolean
  readonly description?: string | undefined
  readonly schema: unknown
}

function fieldsOf(schema: z.ZodMiniType): Field[] {
  // Numbers come as text here: what they are read as says more than that.
  const json = schemaOf(schema, 'output')
  const required: readonly unknown[] = Array.isArray(json.required) ? json.required : []
  return Object.entries(Object(json.properties)).map(([name, field]) => ({
    name,
    required: required.includes(name),
    schema: field,
  }))
}

const parameter = (where: 'path' | 'query' | 'header', field: Field): Json => ({ in: where, ...field })

/** A schema with nothing left to look up elsewhere. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    reused: 'inline',
  })
  return json
}

const failure = {
  description: 'What went wrong: `message` for people, `code` for programs.',
  content: { 'application/json': { schema: schemaOf(errorReply, 'output') } },
}
