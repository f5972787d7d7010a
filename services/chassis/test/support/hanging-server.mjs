import { createGrpcServer, createMetrics } from '@kla/chassis'
import { GameEngineServiceService as definition } from '@kla/proto'
import { quietLogger, testIdentity } from '@kla/testkit'

/** @type {unknown} */
const hanging = Object.fromEntries(Object.keys(definition).map((name) => [name, () => new Promise(() => undefined)]))
// Answers nothing, for a test that kills it.
const server = createGrpcServer({
  definition,
  identity: testIdentity('game-engine'),
  log: quietLogger(),
  metrics: createMetrics('test'),
  handlers: /** @type {import('@kla/chassis').Handlers<typeof definition>} */ (hanging),
})
process.send?.({ port: await server.listen('127.0.0.1:0') })
