import { context, type Context } from '@opentelemetry/api'
import type { Command, Redis } from 'ioredis'

/** What is not in the types of ioredis: every command of a pipeline comes this way when it is asked for. */
interface Queue {
  sendCommand(command: Command): unknown
}

/**
 * Gives each command of a pipeline the context it was asked for in. A pipeline is sent from the context of whoever was
 * first in that turn of the event loop, so the instrumentation, which looks when a command is sent, would put the
 * commands of all into the trace of one.
 */
export function keepCallers(redis: Redis): void {
  const asked = new WeakMap<object, Context>()
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (...sent) => context.with(asked.get(sent[0]) ?? context.active(), send, undefined, ...sent)
  const pipeline = redis.pipeline.bind(redis)
  redis.pipeline = (...commands) => {
    const made = pipeline(...commands) as ReturnType<Redis['pipeline']> & Queue
    const queue = made.sendCommand.bind(made)
    made.sendCommand = (command) => {
      asked.set(command, context.active())
      return queue(command)
    }
    return made
  }
}
