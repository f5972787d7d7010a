import { checkNode, ensureBuilt, ensurePackages } from './bootstrap.mjs'

checkNode()
await ensurePackages()
await ensureBuilt()
const { main } = await import('../bench/dist/commands/bots.js')
try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
