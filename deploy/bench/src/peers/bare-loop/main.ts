import { Redis } from 'ioredis'
import { natsServers } from '@kla/chassis'
import { connect } from 'nats'
import { serveTasks } from '../../workers/serve-tasks.js'
import { createBareLoop, type BareLoop } from './loop.js'

let loop: BareLoop | undefined

interface Given {
  readonly redisUrl: string
  readonly natsUrl: string
  readonly promptMs: number
  readonly showMs: number
  readonly battles: number
}

const tasks = {
  async start({ redisUrl, natsUrl, promptMs, showMs, battles }: Given): Promise<void> {
    const redis = new Redis(redisUrl, { enableAutoPipelining: true })
    loop = createBareLoop({ redis, nats: await connect(natsServers(natsUrl)), promptMs, showMs })
    await loop.seed(battles)
    loop.start()
  },
  stop: (_: null) => loop?.stop(),
}
export type BareLoopTasks = typeof tasks

serveTasks(tasks)
