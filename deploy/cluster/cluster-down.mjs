import { build, checkNode, ensurePackages, fail } from '../local/bootstrap.mjs'

checkNode()
await ensurePackages()
await build(['deploy/cluster'])
const { stopCluster } = await import('./dist/index.js')
const clean = await stopCluster((line) => console.log(line)).catch((error) => fail(error.message))
process.exitCode = clean ? 0 : 1
