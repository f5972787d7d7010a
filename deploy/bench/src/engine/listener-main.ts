import { natsServers } from '@kla/chassis'
import { connect } from 'nats'
import { serveTasks } from '../measure/serve-tasks.js'
import { type EngineContender, UPDATES } from './updates.js'
import { createPhaseLedger } from './phase-ledger.js'

let ledger = createPhaseLedger()

const tasks = {
  async listen({ natsUrl, contender }: { natsUrl: string; contender: EngineContender }): Promise<void> {
    const nats = await connect(natsServers(natsUrl))
    const { subject, read } = UPDATES[contender]
    ledger = createPhaseLedger()
    const { takes } = ledger
    nats.subscribe(subject, {
      callback: (error, { data }) => {
        if (error) throw error
        takes(read(data), Date.now())
      },
    })
    await nats.flush()
  },
  begin: (_: null) => ledger.begin(),
  end: (_: null) => ledger.end(Date.now()),
}
export type ListenerTasks = typeof tasks

serveTasks(tasks)
