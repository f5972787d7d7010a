import { Redis } from 'ioredis'
import { connect } from 'nats'
import { serveTasks } from '../../workers/serve-tasks.js'
import { createBareLoop, type BareLoop } from './loop.js'

let loop: BareLoop | undefined

const tasks = {
  async start(given: { redisUrl: string; natsUrl: string; promptMs: number; showMs: number; battles: number }): Promise<void> {
    const { redisUrl, natsUrl, promptMs, showMs, battles } = given
    const redis = new Redis(redisUrl, { enableAutoPipelining: true })
    loop = createBareLoop({ redis, nats: await connect({ servers: natsUrl }), promptMs, showMs })
    await loop.seed(battles)
    loop.start()
  },
  stop: (_: null) => loop?.stop(),
}
export type BareLoopTasks = typeof tasks

serveTasks(tasks)
