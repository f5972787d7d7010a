import { afterEach, expect, test } from '@jest/globals'
import fastify, { type FastifyInstance } from 'fastify'
import { registerAccess } from '../../../src/http/plugins/access.js'
import { createFakeAuth } from '../../support/fake-auth.js'

let app: FastifyInstance

const appWith = (addRoute: (app: FastifyInstance) => unknown): FastifyInstance => {
  app = fastify()
  registerAccess(app, { auth: createFakeAuth().client, cookieSecure: true, now: Date.now })
  addRoute(app)
  return app
}
afterEach(() => app.close())

test('startup fails when a route declares no access', async () => {
  const unready = appWith((one) => one.get('/secrets', async () => 'all of them')).ready()
  await expect(unready).rejects.toThrow('no access is declared for GET /secrets')
})

test("startup fails when a plugin's route declares no access", async () => {
  const unready = appWith((one) =>
    one.register(async (scope) => scope.post('/', async () => 'done'), { prefix: '/secrets' }),
  ).ready()
  await expect(unready).rejects.toThrow(/no access is declared for POST \/secrets/)
})

test('startup succeeds when all routes declare access', async () => {
  const ready = appWith((one) => one.get('/update', { config: { access: 'anyone' } }, async () => 'none'))
  expect((await ready.inject('/update')).body).toBe('none')
})
