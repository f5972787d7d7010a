import { checkNode, ensureBuilt, ensurePackages } from '../local/bootstrap.mjs'
import { buildBench } from './build.mjs'

checkNode()
await ensurePackages()
await ensureBuilt()
await buildBench()
const { main } = await import('./dist/commands/video.js')
await main(process.argv.slice(2))
