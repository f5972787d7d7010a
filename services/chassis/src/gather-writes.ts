import type { Redis } from 'ioredis'

/**
 * Lets the commands of one turn of the event loop go to Redis in one write, and their answers come back in one: each is a
 * system call, here and in the server. Nothing else changes: each command has its own answer and its own time.
 */
export function gatherWrites(redis: Redis): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (...sent) => {
    holdBack(redis.stream)
    return send(...sent)
  }
}

/** There is no stream before the first connection. */
function holdBack(stream: Redis['stream'] | undefined): void {
  if (!stream || stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}
