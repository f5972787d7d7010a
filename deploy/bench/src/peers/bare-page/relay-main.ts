import { serveTasks } from '../../workers/serve-tasks.js'
import { startRelay } from './relay.js'

/** A process of its own, as the gateway is one. */
const relay = await startRelay()

const tasks = { url: () => relay.url }
export type RelayTasks = typeof tasks

serveTasks(tasks)
