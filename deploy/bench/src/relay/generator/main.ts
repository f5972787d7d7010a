import { createGenerator } from './generator.js'
import type { AnswerMessage, OrderMessage, Orders, Settings } from './orders.js'

/** A process that plays players: takes orders by its channel, and ends with it. */
const orders: Orders = createGenerator(JSON.parse(process.argv[2] ?? '{}') as Settings)
const answer = (message: AnswerMessage): void => void process.send?.(message)

process.on('message', ({ id, order, parameters }: OrderMessage) => {
  const run = orders[order] as (...parameters: readonly unknown[]) => Promise<unknown>
  run(...parameters).then(
    (result) => answer({ id, result }),
    (error: unknown) => answer({ id, error: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
