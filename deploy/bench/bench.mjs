import { checkNode, ensureBuilt, ensurePackages } from '../local/bootstrap.mjs'

checkNode()
await ensurePackages()
await ensureBuilt()
const { main } = await import('./dist/commands/bench.js')
await main(process.argv.slice(2))
