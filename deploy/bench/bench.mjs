import { build, checkNode, ensureBuilt, ensurePackages } from '../local/bootstrap.mjs'

checkNode()
await ensurePackages()
await ensureBuilt()
await build(['deploy/bench'])
const { main } = await import('./dist/commands/bench.js')
await main(process.argv.slice(2))
