import { createGrpcClient, createGrpcServer, createLogger, createMetrics, natsServers } from '@kla/chassis'
import { identityIn } from '@kla/testkit'
import { HealthCheckResponse_ServingStatus as Status, HealthService } from '@kla/proto'
import { Redis } from 'ioredis'
import { connect } from 'nats'
import { serveTasks } from '../measure/serve-tasks.js'
import { runAtRate, type Rate } from './rate.js'

/** About a call's principal. */
const PRINCIPAL = 'p'.repeat(450)
/** About a chat line. */
const LINE = Buffer.alloc(120, 'x')
const RECORD = 'x'.repeat(500)
const RECORDS = 1_000
const SUBJECT = 'bench.step'

let act = async (_turn: number): Promise<unknown> => undefined
let turn = 0

/** Connections last as long as the process. */
const tasks = {
  answerCalls({ identities }: { identities: string }): Promise<number> {
    const server = createGrpcServer({
      definition: HealthService,
      identity: identityIn(identities, 'rooms'),
      handlers: { check: async () => ({ status: Status.SERVING }), async *watch() {} },
      log: createLogger({ service: 'bench', level: 'warn' }),
      metrics: createMetrics('bench'),
    })
    return server.listen('127.0.0.1:0')
  },

  call({ port, identities }: { port: number; identities: string }): void {
    const reached = { address: `127.0.0.1:${port}`, identity: identityIn(identities, 'gateway') }
    const client = createGrpcClient({ definition: HealthService, ...reached, metrics: createMetrics('bench') })
    act = () => client.check({ service: '' }, { principal: PRINCIPAL })
  },

  async hear({ url }: { url: string }): Promise<void> {
    const nats = await connect(natsServers(url))
    nats.subscribe(SUBJECT, { callback: () => undefined })
    await nats.flush()
  },

  async say({ url }: { url: string }): Promise<void> {
    const nats = await connect(natsServers(url))
    act = async () => nats.publish(SUBJECT, LINE)
  },

  keep({ url }: { url: string }): void {
    const redis = new Redis(url)
    act = (at) => redis.set(`bench:${at % RECORDS}`, RECORD)
  },

  repeat: (rate: Rate): Promise<number> => runAtRate(rate, () => act(turn++)),
}
export type StepTasks = typeof tasks

serveTasks(tasks)
