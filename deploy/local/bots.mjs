import { checkNode, ensureBuilt, ensurePackages, stopSignal } from './bootstrap.mjs'

checkNode()
const signal = stopSignal()
await ensurePackages(signal)
await ensureBuilt(signal)
const { main } = await import('../bots/dist/commands/bots.js')
try {
  await main(process.argv.slice(2), signal)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
