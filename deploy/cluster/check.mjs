import { build, checkNode, ensurePackages } from '../local/bootstrap.mjs'

checkNode()
await ensurePackages()
await build(['deploy/cluster'])
const { checkCluster } = await import('./dist/index.js')
process.exitCode = (await checkCluster((line) => console.log(line))) ? 0 : 1
