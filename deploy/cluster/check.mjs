import { checkNode, ensurePackages, run } from '../local/bootstrap.mjs'

checkNode()
await ensurePackages()
await run(
  process.execPath,
  ['node_modules/typescript-native/bin/tsc', '-b', 'deploy/cluster'],
  'It could not be built.',
)
const { checkCluster } = await import('./dist/index.js')
process.exitCode = (await checkCluster((line) => console.log(line))) ? 0 : 1
