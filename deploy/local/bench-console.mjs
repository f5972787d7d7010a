import { checkNode, ensureBuilt, ensurePackages } from './bootstrap.mjs'

checkNode()
await ensurePackages()
await ensureBuilt()
const { main } = await import('../bench/dist/commands/console.js')
await main(process.argv.slice(2))
