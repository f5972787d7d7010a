import { checkNode, ensurePackages } from '../local/bootstrap.mjs'
import { buildBench } from './build.mjs'

checkNode()
await ensurePackages()
await buildBench()
const { main } = await import('./dist/commands/simulate.js')
main(process.argv.slice(2))
