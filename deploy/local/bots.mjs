import { checkNode, ensureBuilt, ensurePackages } from './bootstrap.mjs'

checkNode()
ensurePackages()
ensureBuilt()
const { main } = await import('../load/dist/bots.js')
try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
