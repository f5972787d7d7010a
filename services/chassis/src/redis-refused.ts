import type { Command, Redis } from 'ioredis'

/** Commands that wait for a connection; those of a pipeline share a stream. */
interface Queue {
  peekFront(): { readonly command: Command } | undefined
  shift(): unknown
}

/**
 * Drops commands whose caller has been refused. ioredis alone keeps them, and runs them when Redis is back. The rest of a
 * pipeline is refused too. A transaction must therefore be a pipeline.
 */
export function dropRefused(redis: Redis): void {
  const send = redis.sendCommand.bind(redis)
  const refused = new WeakSet<object>()
  const waiting = redis as unknown as { readonly offlineQueue: Queue; readonly prevCommandQueue?: Queue | null }

  /** The oldest time out first. Commands in flight stay in a queue of their own, which finds their replies. */
  function forget(queue: Queue | null | undefined): void {
    for (let front = queue?.peekFront(); front && refused.has(front.command); front = queue?.peekFront()) queue?.shift()
  }

  redis.sendCommand = (command, stream) => {
    if (refused.has(stream ?? command)) {
      command.reject(new Error('Command timed out'))
      return command.promise
    }
    const { reject } = command
    command.reject = (error) => {
      refused.add(command)
      if (stream) refused.add(stream)
      forget(waiting.offlineQueue)
      forget(waiting.prevCommandQueue)
      reject(error)
    }
    return send(command, stream)
  }
}
