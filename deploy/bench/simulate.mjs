import { build, checkNode, ensurePackages } from '../local/bootstrap.mjs'

checkNode()
await ensurePackages()
await build(['deploy/bench'])
const { main } = await import('./dist/commands/simulate.js')
main(process.argv.slice(2))
