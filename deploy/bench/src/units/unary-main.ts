import { credentials, makeGenericClientConstructor, Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js'

const CALLS = 4_000
const AT_ONCE = 32
const asItIs = (bytes: Buffer): Buffer => bytes
const definition = {
  echo: {
    path: '/yardstick.Yardstick/Echo',
    requestStream: false,
    responseStream: false,
    requestSerialize: asItIs,
    requestDeserialize: asItIs,
    responseSerialize: asItIs,
    responseDeserialize: asItIs,
  },
} satisfies ServiceDefinition

const server = new Server()
server.addService(definition, {
  echo: (call: { request: Buffer }, answer: (error: null, response: Buffer) => void) => answer(null, call.request),
})
const port = await new Promise<number>((resolve, reject) => {
  server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)))
})
const Client = makeGenericClientConstructor(definition, 'Yardstick')
const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure())
const payload = Buffer.alloc(128, 1)
const call = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const echo = client['echo'] as (request: Buffer, answer: (error: Error | null) => void) => void
    echo.call(client, payload, (error) => (error ? reject(error) : resolve()))
  })
const callAll = (calls: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let done = 0; done < calls / AT_ONCE; done++) await call()
    }),
  )

await callAll(CALLS / 4)
const before = process.cpuUsage()
await callAll(CALLS)
const { user, system } = process.cpuUsage(before)
process.send?.({ cpuMicros: (user + system) / CALLS })
process.exit(0)
