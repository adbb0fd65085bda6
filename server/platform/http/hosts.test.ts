import { once } from 'node:events'
import { request } from 'node:http'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { guardHost } from './hosts.ts'

it('the address of this machine that a connection was made to is a name of the server, another one is not', async () => {
  const app = Fastify()
  guardHost(app, { hosts: [] })
  app.get('/', async () => 'here')
  try {
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const statusFor = async (host: string) => {
      const asked = request({ port, host: '127.0.0.1', headers: { host } }).end()
      const [answer] = await once(asked, 'response')
      answer.resume()
      return answer.statusCode
    }
    expect(await statusFor(`127.0.0.1:${port}`)).toBe(200)
    expect(await statusFor('127.0.0.2')).not.toBe(200)
    expect(await statusFor('localhost')).not.toBe(200)
  } finally {
    await app.close()
  }
})
