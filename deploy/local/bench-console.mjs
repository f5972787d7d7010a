import { checkNode, ensureBuilt, ensurePackages } from './bootstrap.mjs'

checkNode()
await ensurePackages()
await ensureBuilt()
const { main } = await import('../load/dist/console-bench.js')
await main(process.argv.slice(2))
